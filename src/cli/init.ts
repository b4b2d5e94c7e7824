import { stringify } from 'yaml';
import { z } from 'zod';
import { buildFields } from '../app/settings/build-settings.js';
import { flag, path, several } from '../app/settings/common.js';
import { crawlFields } from '../app/settings/crawl-settings.js';
import { PROJECT_FILE } from '../app/settings/setting-names.js';
import { UsageError } from '../model/errors.js';
import { fileExists } from '../support/files/file-exists.js';
import { replaceFile } from '../support/files/replace-file.js';
import { field, type Values } from '../support/settings/field.js';
import { command } from './command.js';

/** Settings of `sfwc init`: what the project file is to hold. */
export const initFields = {
  topic: buildFields.topic,
  sources: several(
    z.array(path).default([]),
    'repeatable',
    'SOURCE',
    'texts about the topic: folders or files',
  ),
  background: buildFields.background,
  seeds: field(z.array(z.string().min(1)).default([]), crawlFields.seeds.meta),
  maxPages: crawlFields.maxPages,
  kb: field(path.default('kb'), buildFields.kb.meta),
  out: field(path.default('out'), crawlFields.out.meta),
  force: flag('replace the project file that is there'),
} as const;

export const initCommand = command({
  examples: ['sfwc init --topic diabetes --sources texts --seeds https://example.org/'],
  fields: initFields,
  run: async ({ force, ...project }, _args, io) => {
    if (!force && (await fileExists(PROJECT_FILE)))
      throw new UsageError(`${PROJECT_FILE} already exists`, { hint: '--force replaces it' });
    await replaceFile(PROJECT_FILE, projectText(project));
    io.stderr(`wrote ${PROJECT_FILE}, which these commands read:\n  sfwc build\n  sfwc crawl\n`);
    return 0;
  },
});

/** A project file with comments. What is not known stands in it as a comment, to be filled in. */
function projectText(project: Omit<Values<typeof initFields>, 'force'>): string {
  const { topic, sources, background, seeds, kb, out, maxPages } = project;
  return `# A collection. \`sfwc build\` and \`sfwc crawl\` in this folder read this file. Any setting may stand here under its name in
# the API: --max-depth is maxDepth. The command line and the environment (SFWC_…) win over this file.
${stringify({ topic })}
# Texts about the topic: folders or files.
${listText('sources', sources, 'texts')}
# Unlabelled texts on any subjects. Default: for English, general texts that come with sfwc.
${listText('background', background, 'background')}
# Folders of the knowledge base and of the results of the crawl.
${stringify({ kb, out })}
# URLs to start crawling from, or files with one URL per line.
${listText('seeds', seeds, 'https://example.org/')}
# When the crawl ends.
maxPages: ${maxPages}
# until: recall=0.9

# Settings of single commands; they win over those above.
# crawl:
#   delay: 1
`;
}

function listText(name: string, values: readonly string[], example: string): string {
  const text = stringify({ [name]: values.length === 0 ? [example] : values });
  return values.length > 0 ? text : text.replace(/^(?=.)/gm, '# ');
}
