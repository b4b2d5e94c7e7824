import { describe, expect, it } from '@jest/globals';
import { buildFields } from '../../../src/app/settings/build-settings.js';
import { readConfigFile, type FileSettings } from '../../../src/app/settings/config-file.js';
import { crawlFields } from '../../../src/app/settings/crawl-settings.js';
import { initFields } from '../../../src/cli/init.js';
import type { Fields } from '../../../src/support/settings/field.js';
import { resolveSettings } from '../../../src/app/settings/resolve.js';
import { trainFields } from '../../../src/extensions/teach/train-settings.js';
import { COMMANDS as ALL, knownSettings } from '../../../src/cli/commands.js';

const COMMANDS = ['build', 'crawl', 'init', 'seeds', 'train', 'kb info'];
const FIELDS: Readonly<Record<string, Fields>> = {
  build: buildFields,
  crawl: crawlFields,
  init: initFields,
  train: trainFields,
};
const known = await knownSettings(ALL);

const read = (text: string, command = 'crawl'): FileSettings =>
  readConfigFile('my.yaml', text, { command, fields: FIELDS[command] ?? {}, commands: COMMANDS, known });

const PROJECT = `
topic: diabetes
kb: kb
sources: [texts, more.jsonl]
background: texts/other
seeds:
  - https://example.org/
out: out
maxPages: 500
until: recall=0.9
build:
  workers: 2
crawl:
  accept: 0.5
  delay: 2
kb info:
  json: true
`;

describe('a configuration file', () => {
  it('gives a command its settings, in the types of its settings', () => {
    expect(read(PROJECT).values).toEqual({
      topic: 'diabetes',
      kb: 'kb',
      seeds: ['https://example.org/'],
      out: 'out',
      maxPages: 500,
      until: ['recall=0.9'],
      accept: '0.5',
      delay: 2,
    });
    const build = read(PROJECT, 'build');
    expect(build.values).toEqual({ topic: 'diabetes', kb: 'kb', background: ['texts/other'], workers: 2 });
    expect(build.sources).toEqual(['texts', 'more.jsonl']);
  });

  it('may be JSON, or empty, and values may be missing', () => {
    expect(read('{\n\t"topic": "bees",\n\t"crawl": { "maxPages": 3 }\n}').values).toEqual({
      topic: 'bees',
      maxPages: 3,
    });
    for (const text of ['', '# nothing\n', 'topic:\ncrawl:\n']) expect(read(text).values).toEqual({});
  });

  it.each([
    ['topic: x\ntopc: y\n', "my.yaml, line 2: topc: is not a setting or command; did you mean 'topic'?"],
    ['max-pages: 5\n', "my.yaml, line 1: max-pages: is not a setting or command; did you mean 'maxPages'?"],
    [
      'crawl:\n  maxPage: 5\n',
      "line 2: crawl.maxPage: is not a setting of sfwc crawl; did you mean 'maxPages'?",
    ],
    ['build:\n  worker: 5\n', "line 2: build.worker: is not a setting; did you mean 'workers'?"],
    ['limits:\n  maxPages: 5\n', 'my.yaml, line 1: limits: is not a setting or command'],
    ['crawl: fast\n', 'my.yaml, line 1: crawl: must hold settings'],
    ['- topic\n', 'my.yaml: must hold settings'],
    ['topic: "x\n', 'my.yaml, line 2, column 1: '],
    ['topic: x\ntopic: y\n', 'my.yaml, line 2, column 1: '],
    ['sources: { a: 1 }\n', 'my.yaml, line 1: sources: must be a path or a list of paths'],
    ['topic: *nothing\n', 'my.yaml, line 1'],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('has settings that other commands understand otherwise in the section of the command only', () => {
    expect(() => read('captures: https://a.example/\n')).toThrow(
      'my.yaml, line 1: captures: means something else in other commands',
    );
    expect(read('crawl:\n  captures: x\n').values).toEqual({ captures: 'x' });
  });

  it('cannot grow without bounds', () => {
    const bomb = Array.from({ length: 12 }, (_, n) =>
      n === 0
        ? 'a0: &a0 [x, x]'
        : `a${n}: &a${n} [${Array(9)
            .fill(`*a${n - 1}`)
            .join(', ')}]`,
    );
    expect(() => read(`${bomb.join('\n')}\n`)).toThrow(/my\.yaml, line \d+: a\d+: .*alias/);
  });
});

describe('settings of a command with a configuration file', () => {
  const fields = { ...crawlFields };
  const file = read(PROJECT);

  it('are those of the command line, then the environment, then the file, then the defaults', () => {
    const values = resolveSettings(
      fields,
      { topic: ['bees'] },
      { SFWC_DELAY: '3', SFWC_TOPIC: 'opera' },
      file,
    );
    expect(values).toMatchObject({ topic: 'bees', delay: 3, maxPages: 500, concurrency: 8 });
  });

  it.each([
    ['crawl:\n  maxPages: 0\n', "my.yaml, line 2: crawl.maxPages: '0' must be at least 1"],
    ['crawl:\n  delay: "2"\n', "my.yaml, line 2: crawl.delay: '2' is a text, not a number"],
    ['scope: universe\n', "my.yaml, line 1: scope: 'universe' is not one of host, domain, any"],
    ['strategy: krss\n', "my.yaml, line 1: strategy: 'krss' is not one of"],
    ['seeds: [[1]]\n', 'my.yaml, line 1: seeds: takes one value'],
  ])('that are wrong are refused with their place: %j', (text, message) => {
    const flags = { seeds: text.startsWith('seeds') ? undefined : ['https://a.example/'], out: 'out' };
    expect(() => resolveSettings(fields, flags, {}, read(text))).toThrow(message);
  });

  it('do not show secrets', () => {
    const wrong = (): unknown =>
      resolveSettings(fields, { seeds: ['x'], out: 'o' }, {}, read('frontier: s3cret://x\n'));
    expect(wrong).toThrow(/my\.yaml, line 1: frontier: (?!.*s3cret)/);
  });
});
