import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { classifyFields } from '../../../app/settings/classify-settings.js';
import { defaultsOf } from '../../../app/settings/resolve.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { acceptArgument, judgementSchema, shownJudgement, topicsArgument, urlArgument } from '../schemas.js';
import { addTool } from '../tool.js';
import type { Workplace } from '../workplace.js';

/** Characters of a text that may be judged. */
const MOST_CHARACTERS = 1_000_000;

/** Adds the tool that judges a text, a file or a page of the Web. */
export function addJudgeTool(workplace: Workplace): void {
  const { server, logger, settings, web } = workplace;
  addTool(
    server,
    logger,
    'judge',
    {
      title: 'Judge a text or page',
      description:
        'Says whether a text, a file or a page of the Web is about a topic, and why. Give exactly one of text, file and url. ' +
        'A page is fetched once, where its robots.txt allows it.',
      input: {
        topics: topicsArgument,
        text: z.string().min(1).max(MOST_CHARACTERS).optional().describe('The text itself, plain or HTML'),
        file: z.string().min(1).max(4096).optional().describe('A text or HTML file'),
        url: urlArgument.optional(),
        accept: acceptArgument,
      },
      output: { title: z.string(), judgement: judgementSchema },
      reads: true,
      web: true,
    },
    async ({ topics, accept, ...what }, { signal }) => {
      const { classifyPage } = await import('../../../app/classify/classify-page.js');
      const { text } = what;
      const readStdin = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(text ?? ''));
      const { title, judgement } = await classifyPage(
        await sourceOf(what, workplace),
        { kb: settings.kb, topic: topics, userAgent: settings.userAgent, accept },
        { signal, readStdin, fetcher: web.fetcher, warn: (message) => logger.warn(message) },
      );
      return { title: text === undefined ? title : '', judgement: shownJudgement(judgement) };
    },
  );
}

/** What to judge, as `classify` takes it. */
async function sourceOf(
  {
    text,
    file,
    url,
  }: {
    readonly text?: string;
    readonly file?: string;
    readonly url?: string;
  },
  { files, web }: Workplace,
): Promise<string> {
  if ([text, file, url].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('give exactly one of text, file and url');
  if (url !== undefined) return web.check(url);
  if (file === undefined) return '-';
  const found = await files.find(file);
  const described = await stat(found);
  const { maxBytes } = defaultsOf(classifyFields);
  if (!described.isFile()) throw new InputError(`${file} is not a file`);
  if (described.size > maxBytes) throw new InputError(`${file} is larger than ${maxBytes} bytes`);
  return found;
}
