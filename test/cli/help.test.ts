import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allSettings, settingsTable, withTable } from '../../scripts/settings-table.js';
import { type CommandGroup, type ListedCommand, COMMANDS } from '../../src/cli/commands.js';
import { crawlFields } from '../../src/app/settings/crawl-settings.js';
import { optionName } from '../../src/app/settings/setting-names.js';
import { ROOT, sfwc } from './run.js';

/** The words that call each command. */
function callsOf(commands: readonly (ListedCommand | CommandGroup)[]): readonly (readonly string[])[] {
  return commands.flatMap((listed) =>
    'commands' in listed ? callsOf(listed.commands).map((words) => [listed.name, ...words]) : [[listed.name]],
  );
}

const CALLS = callsOf(COMMANDS);

/** The options of sfwc crawl. */
const OPTIONS = Object.entries(crawlFields)
  .filter(([, { meta }]) => meta.noOption !== true)
  .map(([name]) => optionName(name));

/** The options that a help lists, in its order. */
function optionsIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, name = '']) => name);
}

async function helpOf(words: readonly string[], columns?: number): Promise<string> {
  const { code, stdout, stderr } = await sfwc(words, columns === undefined ? {} : { columns });
  expect([words, code, stderr]).toEqual([words, 0, '']);
  return stdout;
}

it('does not call required what an alternative does without', async () => {
  const help = (await helpOf(['crawl', '--help'], 200)).replace(/\s+/g, ' ');
  expect(help).toMatch(/--seeds <URL\|FILE...> [^(]*\(required unless --resume is given; /);
  expect(help).toMatch(/--out <PATH> [^(]*\(required; /);
});

it('is nowhere wider than the terminal', async () => {
  const columns = 60;
  const groups = COMMANDS.filter((listed) => 'commands' in listed).map(({ name }) => [name, '--help']);
  const helps = CALLS.flatMap((words) => [
    [...words, '--help'],
    [...words, '--help-all'],
  ]);
  for (const words of [['--help'], ...groups, ...helps]) {
    const wide = (await helpOf(words, columns))
      .split('\n')
      .filter((line) => line.length > columns && !/^ {2}(?:sfwc|curl) /.test(line));
    expect([words, wide]).toEqual([words, []]);
  }
});

describe('the help of sfwc', () => {
  const mainOnes = COMMANDS.filter(({ section }) => section === 'Main commands');

  it('shows the main commands first and names all others, in at most 40 lines', async () => {
    const help = await helpOf(['--help']);
    expect(help.split('\n').length).toBeLessThanOrEqual(40);
    const [first = '', others = ''] = help.split('More commands:');
    expect(mainOnes).toHaveLength(8);
    for (const { name } of mainOnes) expect(first).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'));
    for (const { name } of COMMANDS)
      if (!mainOnes.some((one) => one.name === name)) expect(others).toMatch(new RegExp(`\\b${name}\\b`));
    expect(await helpOf(['help'])).toBe(help);
  });
});

describe('a setting without an option', () => {
  it.each([
    [['--workers', '3'], 'settings without an option are given as --set NAME=VALUE\n'],
    [['--set', 'wokers=1'], "--set wokers: is not a setting of sfwc crawl; did you mean 'workers'?\n"],
    [['--set', 'delay=-1', '--seeds', 'x', '--out', 'o'], "--set delay: '-1' must be at least 0\n"],
    [
      ['--resume', '--out', 'o', '--set', 'workers=1'],
      '--set workers cannot be given together with --resume\n',
    ],
  ])('is given by --set, and refused otherwise: %j', async (words, message) => {
    const { code, stdout, stderr } = await sfwc(['crawl', ...words]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('is described by --help-all, and in docs/commands.md (npm run build && npm run settings)', async () => {
    const help = await helpOf(['crawl', '--help-all']);
    expect(help).toMatch(/Settings for --set:\n(?:.*\n)* {2}workers +threads that judge/);
    expect(optionsIn(help)).not.toContain('workers');
    expect(await helpOf(['crawl', '--help'])).toContain('and the settings for --set: sfwc crawl --help-all');
    const text = readFileSync(path.join(ROOT, 'docs/commands.md'), 'utf8');
    expect(text).toBe(withTable(text, settingsTable(await allSettings(COMMANDS))));
  });

  it.each(['crawl', 'build'])('leaves sfwc %s at most 30 options', async (command) => {
    const options = optionsIn(await helpOf([command, '--help-all'])).filter((name) => name !== 'help');
    expect(new Set(options).size).toBeLessThanOrEqual(30);
  });
});

describe('the help of a command with many options', () => {
  it('shows those that people need first, and says how many more there are', async () => {
    const help = await helpOf(['crawl', '--help']);
    const shown = optionsIn(help);
    expect(shown).toEqual(expect.arrayContaining(['kb', 'topic', 'seeds', 'out', 'max-pages', 'resume']));
    expect(shown.length).toBeLessThan(20);
    const settings = OPTIONS;
    const more = settings.filter((name) => !shown.includes(name)).length;
    expect(help).toContain(`${more} more options`);
    expect(help).not.toMatch(/Strategies:/);
  });

  it('shows all of them with --help-all, whatever else is given', async () => {
    const help = await helpOf(['crawl', '--max-pages', '5', '--help-all', 'nonsense']);
    expect(optionsIn(help)).toEqual(expect.arrayContaining(OPTIONS));
    expect(help).toContain('Strategies:');
    expect(help).not.toMatch(/more options/);
  });
});
