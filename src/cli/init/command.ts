import { defaultsOf, checkSettings } from '../../app/settings/resolve.js';
import { crawlFields } from '../../app/settings/crawl-settings.js';
import { PROJECT_FILE } from '../../app/settings/setting-names.js';
import { initFields, type InitSettings } from './init-settings.js';
import { UsageError } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { command } from '../command.js';
import type { CommandIo } from '../io.js';
import { projectText } from './project-text.js';

/** Pages of a crawl unless the user says otherwise. */
const { maxPages: MAX_PAGES } = defaultsOf(crawlFields);

/** The questions about what is not given. The answers to lists are separated by commas. */
const QUESTIONS = [
  { name: 'topic', question: 'Name of the topic', type: 'text' },
  { name: 'sources', question: 'Folders or files with texts about it, separated by commas', type: 'list' },
  { name: 'background', question: 'Texts on any other subjects (Enter: none)', type: 'list' },
  { name: 'seeds', question: 'URLs to start crawling from, or files of URLs', type: 'list' },
  {
    name: 'maxPages',
    question: `Maximum number of pages to request (Enter: ${MAX_PAGES})`,
    type: 'number',
  },
] as const satisfies readonly { readonly name: keyof InitSettings; readonly [key: string]: string }[];

export const initCommand = command({
  examples: ['sfwc init', 'sfwc init --yes --topic diabetes --sources texts --seeds https://example.org/'],
  fields: initFields,
  run: async (settings, _args, io) => {
    if (!settings.force && (await fileExists(PROJECT_FILE)))
      throw new UsageError(`${PROJECT_FILE} already exists`, { hint: '--force replaces it' });
    const answered = settings.yes ? settings : await ask(settings, io);
    const { topic, maxPages = MAX_PAGES } = answered;
    if (topic === undefined)
      throw new UsageError('--topic: is required', { hint: 'give it, or answer the question' });
    await replaceFile(PROJECT_FILE, projectText({ ...answered, topic, maxPages }));
    io.stderr(`wrote ${PROJECT_FILE}, which these commands read:\n  sfwc build\n  sfwc crawl\n`);
    return 0;
  },
});

/** Asks for what is not given. At the end of the input, everything else is left open. */
async function ask(settings: InitSettings, io: CommandIo): Promise<InitSettings> {
  const lines = io.readLines()[Symbol.asyncIterator]();
  let answered = settings;
  for (const { name, question, type } of QUESTIONS) {
    if ([answered[name] ?? []].flat().length > 0) continue;
    const next = await answer(question, lines, io, (line) => withAnswer(answered, name, line, type));
    if (next === undefined) break;
    answered = next;
  }
  await lines.return?.();
  return answered;
}

/** Repeats a question until the answer is one. @returns undefined at the end of the input */
async function answer(
  question: string,
  lines: AsyncIterator<string>,
  io: CommandIo,
  take: (line: string) => InitSettings,
): Promise<InitSettings | undefined> {
  for (;;) {
    io.stderr(`${question}: `);
    const line = await lines.next();
    if (line.done === true) return undefined;
    try {
      return take(line.value.trim());
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      io.stderr(`${thrown.message}\n`);
    }
  }
}

/** @throws UsageError for an answer that is none */
function withAnswer(
  settings: InitSettings,
  name: (typeof QUESTIONS)[number]['name'],
  line: string,
  type: (typeof QUESTIONS)[number]['type'],
): InitSettings {
  if (line === '' && name !== 'topic') return settings;
  const parts = line.split(',').map((part) => part.trim());
  const value =
    type === 'list' ? parts.filter((part) => part !== '') : type === 'number' ? Number(line) : line;
  return checkSettings(initFields, { ...settings, [name]: value });
}
