import { beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeCrawlFolder } from '../support/crawl-folder.js';
import { noun } from '../support/crawl-events.js';
import { compiledExample } from '../support/example.js';
import { writeFiles } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { ROOT, runProcess, sfwc } from './run.js';

const root = temporaryFolder();
const fileOf = (name: string): string => JSON.stringify(pathToFileURL(path.join(ROOT, name)).href);
const GREET = `
  // The files of the API that it needs, which load sooner than all of it.
  import { command } from ${fileOf('dist/cli/command.js')};
  import { field } from ${fileOf('dist/support/settings/field.js')};
  import { UsageError } from ${fileOf('dist/model/errors.js')};
  import { z } from ${fileOf('node_modules/zod/index.js')};
  const words = field(z.number().int().min(1).default(2), { help: 'how often', placeholder: 'N', written: 'number' });
  const greet = command({
    examples: ['sfwc greet you'],
    fields: { words },
    run: async ({ words }, [name = ''], { stdout, environment }) => {
      if (name === 'boom') throw new Error('no more');
      if (name === 'nobody') throw new UsageError('name somebody');
      stdout('hello '.repeat(words) + name + '\\n');
    },
  });
  export const commands = { greet: { summary: 'Greet somebody.', args: '<name>', load: () => greet } };`;
/** A module with a command of these words. */
const named = (words: string, body = '{ examples: [], fields: {}, run: async () => 0 }'): string =>
  `export default { commands: { '${words}': { summary: 'Any.', load: () => (${body}) } } };`;

let greet = '';
let wordcloud = '';
beforeAll(async () => {
  const folder = await writeFiles(path.join(root, 'plugins'), {
    'greet.mjs': GREET,
  });
  greet = path.join(folder, 'greet.mjs');
  wordcloud = await compiledExample('extension/wordcloud', root);
});

/** Writes a module. Each has a folder, since Node loads a module once. */
async function module(folder: string, text: string): Promise<string> {
  return path.join(
    await writeFiles(path.join(root, folder.replaceAll(' ', '-')), { 'mine.mjs': text }),
    'mine.mjs',
  );
}

describe('a command of a plugin', () => {
  it('runs with its settings from options, variables and a configuration file', async () => {
    const run = async (args: readonly string[], environment = {}): Promise<string> => {
      const done = await sfwc(['greet', 'you', ...args], { environment });
      expect([done.code, done.stderr]).toEqual([0, '']);
      return done.stdout;
    };
    expect(await run(['--plugin', greet])).toBe('hello hello you\n');
    expect(await run([`--plugin=${greet}`, '--words', '1'])).toBe('hello you\n');
    expect(await run([], { SFWC_PLUGIN: greet, SFWC_WORDS: '3' })).toBe('hello hello hello you\n');
    const config = await writeFiles(path.join(root, 'config'), {
      'settings.yaml': `plugin: ['${greet}']\ngreet:\n  words: 1\n`,
    });
    expect(await run(['--config', path.join(config, 'settings.yaml')])).toBe('hello you\n');
    expect((await sfwc(['--plugin', greet, 'greet', 'me'])).stdout).toBe('hello hello me\n');
  });

  it('is found by the project file, whose settings other commands go on to read', async () => {
    const folder = await writeFiles(path.join(root, 'project'), {
      'sfwc.yaml': `plugin: ['${greet}']\ngreet:\n  words: 1\n`,
    });
    const done = await runProcess(['greet', 'you'], { cwd: folder });
    expect(done).toEqual({ code: 0, stdout: 'hello you\n', stderr: 'using the settings in sfwc.yaml\n' });
    expect((await runProcess(['--help'], { cwd: folder })).stdout).toMatch(/Commands of plugins +greet\n/);
  });

  it.each([
    ['is missing', 'nowhere.yaml'],
    ['is a folder', root],
    ['is not YAML', 'broken.yaml'],
  ])('is not known where the configuration file %s', async (_, file) => {
    await writeFiles(path.join(root, 'broken'), { 'broken.yaml': 'plugin: [\ngreet: *x' });
    const done = await sfwc(['greet', 'you', '--config', path.resolve(root, 'broken', file)]);
    expect([done.code, done.stderr]).toEqual([2, expect.stringMatching(/unknown command 'greet'/)]);
  });

  it('has help, in that of all commands as well', async () => {
    const all = await sfwc(['help', 'all', '--plugin', greet]);
    expect([all.code, all.stdout]).toEqual([
      0,
      expect.stringMatching(/Commands of plugins:\n {2}greet \[options\] <name> +Greet somebody\./),
    ]);
    const own = await sfwc(['greet', '--help', '--plugin', greet]);
    expect(own.stdout).toMatch(/--words <N> +how often \(default 2; env\s+SFWC_WORDS\)/);
    expect(own.stdout).toContain('sfwc greet you');
    expect((await sfwc(['help', 'greet', '--plugin', greet])).stdout).toBe(own.stdout);
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ['an unknown option', ['you', '--wrods', '3'], 2, /unknown option '--wrods'/],
    ['a value that is not allowed', ['you', '--words', '0'], 2, /--words: .*\n +see: sfwc greet --help/],
    ['an error of the command', ['nobody'], 2, /^error: name somebody\n/],
    ['a failure', ['boom'], 1, /^error: the command 'greet' of plugin greet\.mjs failed: no more\n$/],
  ])('reports %s', async (_, args, code, message) => {
    const done = await sfwc(['greet', ...args, '--plugin', greet]);
    expect([done.code, done.stderr]).toEqual([code, expect.stringMatching(message)]);
  });

  it.each<[string, string, RegExp]>([
    [
      'the name of a command',
      named('crawl'),
      /mine\.mjs: its command 'crawl' has the name of the command sfwc crawl/,
    ],
    ['the name of a group', named('kb'), /its command 'kb' has the name of the command sfwc kb/],
    ['the name of a member', named('kb info'), /'kb info' has the name of the command sfwc kb info/],
    ['a name below a command', named('crawl fast'), /'crawl fast' has the name of the command sfwc crawl/],
    ['a name that is not a word', named('Greet'), /'Greet' cannot be the name of a command/],
    ['no load()', `export default { commands: { greet: {} } };`, /the command 'greet' must have load\(\)/],
  ])('is refused with %s', async (name, text, message) => {
    const done = await sfwc(['greet', '--plugin', await module(name, text)]);
    expect([done.code > 0, done.stderr]).toEqual([true, expect.stringMatching(message)]);
  });
});

describe('a command that is not one', () => {
  it.each<[string, string, RegExp]>([
    ['nothing to run', '{ examples: [] }', /the command 'odd' of plugin .* must have run\(\)/],
    ['no examples', '{ run() {} }', /must have examples/],
    [
      'settings without a schema',
      '{ examples: [], fields: { words: { default: 3 } }, run() {} }',
      /the setting 'words' must be made by field/,
    ],
    ['a setting of all commands', '{ examples: [], fields: { config: {} }, run() {} }', /'config' cannot be/],
  ])('is refused with %s', async (name, body, message) => {
    const done = await sfwc(['odd', '--plugin', await module(name, named('odd', body))]);
    expect([done.code, done.stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

it('joins a group of commands', async () => {
  const plugin = ['--plugin', await module('group', named('kb shrink'))];
  expect(await sfwc(['kb', 'shrink', ...plugin])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect((await sfwc(['kb', '--help', ...plugin])).stdout).toMatch(/info [^]*export [^]*shrink/);
});

it('draws the strongest nouns of accepted pages, escaped', async () => {
  const out = path.join(root, 'crawl');
  const page = (url: string, event: object) => ({ url, title: 'T', text: 'Text.', event });
  writeCrawlFolder(out, [
    page('http://a.example/1', { evidence: [noun('hive', 2), noun('<b>&"', 1)] }),
    page('http://a.example/2', { evidence: [noun('hive', 2), noun('wasp', -1)] }),
    page('http://a.example/3', { score: 0.1, evidence: [noun('car', 9)] }),
  ]);
  const { code, stdout, stderr } = await sfwc(['wordcloud', out, '--plugin', wordcloud]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^]*<\/svg>\n$/);
  const words = [...stdout.matchAll(/font-size="(\d+)">([^<]*)</g)].map(([, size, word]) => [
    word,
    Number(size),
  ]);
  expect(words).toEqual([
    ['hive', 48],
    ['&#60;b&#62;&#38;&#34;', 31],
  ]);
  expect((await sfwc(['wordcloud', out, '--words', '1', '--plugin', wordcloud])).stdout).not.toContain(
    '&#60;',
  );
});
