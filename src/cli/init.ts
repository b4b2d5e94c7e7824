import { stringify } from 'yaml';
import { z } from 'zod';
import { buildFields } from '../app/settings/build-settings.js';
import { path, topicName } from '../app/settings/common.js';
import { crawlFields } from '../app/settings/crawl-settings.js';
import { checkSettings } from '../app/settings/resolve.js';
import { PROJECT_FILE } from '../app/settings/setting-names.js';
import { UsageError } from '../model/errors.js';
import { fileExists } from '../support/files/file-exists.js';
import { replaceFile } from '../support/files/replace-file.js';
import { field, type Values } from '../support/settings/field.js';
import { command } from './command.js';
import type { CommandIo } from './io.js';

/** Settings of `sfwc init`: what the project file is to hold. */
export const initFields = {
  topic: field(topicName.optional(), buildFields.topic.meta),
  sources: field(z.array(path).default([]), {
    help: 'texts about the topic: folders or files',
    placeholder: 'SOURCE',
    written: 'repeatable',
  }),
  background: buildFields.background,
  seeds: field(z.array(z.string().min(1)).default([]), crawlFields.seeds.meta),
  maxPages: crawlFields.maxPages,
  kb: field(path.default('kb'), buildFields.kb.meta),
  out: field(path.default('out'), crawlFields.out.meta),
  yes: field(z.boolean().default(false), {
    help: 'do not prompt; leave missing values blank',
    written: 'switch',
    argumentOnly: true,
  }),
  force: field(z.boolean().default(false), {
    help: 'replace the project file that is there',
    written: 'switch',
  }),
} as const;

type InitSettings = Values<typeof initFields>;

/** The questions about what is not given. The answers to lists are separated by commas. */
const QUESTIONS = {
  topic: 'Name of the topic',
  sources: 'Folders or files with texts about it, separated by commas',
  background: 'Texts on any other subjects (Enter: none)',
  seeds: 'URLs to start crawling from, or files of URLs',
} as const;

export const initCommand = command({
  examples: ['sfwc init', 'sfwc init --yes --topic diabetes --sources texts --seeds https://example.org/'],
  fields: initFields,
  run: async (settings, _args, io) => {
    if (!settings.force && (await fileExists(PROJECT_FILE)))
      throw new UsageError(`${PROJECT_FILE} already exists`, { hint: '--force replaces it' });
    const answered = settings.yes ? settings : await ask(settings, io);
    const { topic } = answered;
    if (topic === undefined)
      throw new UsageError('--topic: is required', { hint: 'give it, or answer the question' });
    await replaceFile(PROJECT_FILE, projectText({ ...answered, topic }));
    io.stderr(`wrote ${PROJECT_FILE}, which these commands read:\n  sfwc build\n  sfwc crawl\n`);
    return 0;
  },
});

/** Asks for what is not given, again until the answer is one. At the end of the input, everything else is left open. */
async function ask(settings: InitSettings, io: CommandIo): Promise<InitSettings> {
  const lines = io.readLines()[Symbol.asyncIterator]();
  let answered = settings;
  const open = Object.entries(QUESTIONS) as [keyof typeof QUESTIONS, string][];
  while (open.length > 0) {
    const [name, question] = open[0] ?? ['topic', ''];
    if ([answered[name] ?? []].flat().length === 0) {
      io.stderr(`${question}: `);
      const line = await lines.next();
      if (line.done === true) break;
      const parts = line.value.split(',').map((part) => part.trim());
      const value = name === 'topic' ? line.value.trim() : parts.filter((part) => part !== '');
      try {
        answered = checkSettings(initFields, { ...answered, [name]: value });
      } catch (thrown) {
        if (!(thrown instanceof UsageError)) throw thrown;
        io.stderr(`${thrown.message}\n`);
        continue;
      }
    }
    open.shift();
  }
  await lines.return?.();
  return answered;
}

/** A project file with comments. What is not known stands in it as a comment, to be filled in. */
export function projectText(
  project: Omit<InitSettings, 'topic' | 'yes' | 'force'> & { topic: string },
): string {
  const { topic, sources, background, seeds, kb, out, maxPages } = project;
  return `# A collection. \`sfwc build\` and \`sfwc crawl\` in this folder read this file.
# Any setting may stand here under its name in the API: --max-depth is maxDepth.
# The command line and the environment (SFWC_…) win over this file.

${stringify({ topic })}
# Texts about the topic: folders or files.
${listText('sources', sources, 'texts')}
# Unlabelled texts on any subjects. Default: for English, general texts that come with sfwc.
${listText('background', background, 'background')}
# Folder of the knowledge base.
${stringify({ kb })}
# URLs to start crawling from, or files with one URL per line.
${listText('seeds', seeds, 'https://example.org/')}
# Folder for the results of the crawl.
${stringify({ out })}
# When the crawl ends.
maxPages: ${maxPages}
# maxSeconds: 3600
# until: recall=0.9

# Settings of single commands; they win over those above.
# build:
#   workers: 2
# crawl:
#   delay: 1
`;
}

function listText(name: string, values: readonly string[], example: string): string {
  const text = stringify({ [name]: values.length === 0 ? [example] : values });
  return values.length > 0 ? text : text.replace(/^(?=.)/gm, '# ');
}
