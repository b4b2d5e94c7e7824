import { stringify } from 'yaml';

/** Content of a new project file. */
export interface Project {
  readonly topic: string;
  readonly sources: readonly string[];
  readonly background: readonly string[];
  readonly seeds: readonly string[];
  readonly kb: string;
  readonly out: string;
  readonly maxPages: number;
}

/** A project file with comments. What is not known stands in it as a comment, to be filled in. */
export function projectText({ topic, sources, background, seeds, kb, out, maxPages }: Project): string {
  return [
    '# A collection. `sfwc build` and `sfwc crawl` in this folder read this file.',
    '# Any setting may stand here under its name in the API: --max-depth is maxDepth.',
    '# The command line and the environment (SFWC_…) win over this file.',
    '',
    stringify({ topic }).trimEnd(),
    '',
    '# Texts about the topic: folders or files.',
    listText('sources', sources, 'texts'),
    '# Unlabelled texts on any subjects. Default: for English, general texts that come with sfwc.',
    listText('background', background, 'background'),
    '# Folder of the knowledge base.',
    stringify({ kb }).trimEnd(),
    '',
    '# URLs to start crawling from, or files with one URL per line.',
    listText('seeds', seeds, 'https://example.org/'),
    '# Folder for the results of the crawl.',
    stringify({ out }).trimEnd(),
    '',
    '# When the crawl ends.',
    `maxPages: ${maxPages}`,
    '# maxSeconds: 3600',
    '# until: recall=0.9',
    '',
    '# Settings of single commands; they win over those above.',
    '# build:',
    '#   workers: 2',
    '# crawl:',
    '#   delay: 1',
    '',
  ].join('\n');
}

function listText(name: string, values: readonly string[], example: string): string {
  const text = stringify({ [name]: values.length === 0 ? [example] : values });
  return values.length > 0 ? text : text.replace(/^(?=.)/gm, '# ');
}
