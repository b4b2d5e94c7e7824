import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FIGURES } from '../../scripts/figures.js';
import { environmentName, optionName } from '../../src/app/settings/setting-names.js';
import { COMMANDS, knownSettings } from '../../src/cli/commands.js';
import { messageOf } from '../../src/model/errors.js';
import { ROOT } from '../cli/run.js';
import { benchProblem, hasOption } from './bench-problem.js';
import { DOCUMENTS, readDocument, type ReadDocument } from './documents.js';
import { allCommands, isCommand, optionsOf, parseCommand } from './parse-command.js';
import { sfwcArguments, shellCommands, type CommandWords } from './shell.js';

/** Programs that the documents call besides sfwc and npm. Their commands are not run by tests. */
const OTHER_PROGRAMS = ['claude', 'curl', 'docker', 'export', 'jq', 'npx jest', '.ci/run'];
/** Languages of blocks. */
const LANGUAGES = 'bash diff http js json py python r sh sparql text ts turtle yaml'.split(' ');

/** Variables that are not settings: those of tests, and secrets. */
const OTHERS = [
  ...['SFWC_SCREENSHOTS', 'SFWC_TEACHER_KEY', 'SFWC_KB_USER', 'SFWC_KB_PASSWORD', 'SFWC_KB_TOKEN'],
];

const SCRIPTS = (
  JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

/** What is wrong with a command; undefined if nothing is. */
async function problemOf(command: CommandWords): Promise<string | undefined> {
  const args = sfwcArguments(command);
  try {
    if (args !== undefined) await parseCommand(args.map((word) => word.replace(/^<(.*)>$/, '$1')));
    else if (command[0] === 'npm') return npmProblem(command.slice(1));
    else if (!OTHER_PROGRAMS.some((program) => command.join(' ').startsWith(program)))
      return 'calls a program that no test knows';
  } catch (error) {
    return messageOf(error);
  }
  return undefined;
}

function npmProblem([verb = '', ...rest]: readonly string[]): string | undefined {
  if (['ci', 'install', 'link', 'test'].includes(verb)) return undefined;
  const [script = '', , bench, ...options] = rest;
  if (verb !== 'run' || SCRIPTS[script] === undefined) return `npm ${verb} ${script} does not exist`;
  if (script === 'reproduce') return reproduceProblem([bench ?? '', ...options]);
  return script === 'bench' && bench !== undefined ? benchProblem(bench, options) : undefined;
}

function reproduceProblem(words: readonly string[]): string | undefined {
  const isKnown = (word: string): boolean =>
    word.startsWith('--')
      ? hasOption(path.join(ROOT, 'scripts/reproduce.js'), word.slice(2))
      : FIGURES.some(({ name }) => name === word);
  const unknown = words.filter((word) => word !== '' && !isKnown(word));
  return unknown.length === 0 ? undefined : `npm run reproduce does not know ${unknown.join(' ')}`;
}

/** The commands of a document: all that its blocks of shell lines hold. */
function commandsOf({ blocks }: ReadDocument): readonly CommandWords[] {
  return blocks.filter(({ lang }) => lang === 'sh').flatMap(({ text }) => shellCommands(text));
}

/** Blocks that the site shows without a box and that no test takes for commands, and those of unknown languages. */
function unmarkedBlocks({ blocks }: Pick<ReadDocument, 'blocks'>): readonly string[] {
  return blocks
    .filter(({ codeBlockStyle, lang = '' }) => codeBlockStyle === 'indented' || !LANGUAGES.includes(lang))
    .map(({ text }) => text);
}

describe.each(DOCUMENTS)('the commands of %s', (name) => {
  const document = readDocument(name);

  it('are in fenced blocks with a language, as all code is', () => {
    expect(unmarkedBlocks(document)).toEqual([]);
  });

  it('are accepted by the command line', async () => {
    for (const command of commandsOf(document))
      expect([command.join(' '), await problemOf(command)]).toEqual([command.join(' '), undefined]);
  });

  it('are there, with their options, where the text mentions them', async () => {
    for (const span of document.spans.filter((code) => /^(?:npx )?sfwc [a-z]/.test(code))) {
      const args = sfwcArguments(shellCommands(span.replace(/…/g, ' '))[0] ?? []) ?? [];
      const names = args.slice(0, args.findIndex((word) => !/^[a-z]+$/.test(word)) >>> 0);
      const command = names.filter((_, index) => isCommand(names.slice(0, index + 1)));
      expect([span, command.length > 0]).toEqual([span, true]);
      const options = args.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
      if (options.length === 0) continue;
      const known = (await optionsOf(command)).map(optionName);
      expect([span, options.filter((option) => !known.includes(option))]).toEqual([span, []]);
    }
  });
});

describe('what the text mentions', () => {
  const documents = DOCUMENTS.filter((name) => name !== 'CHANGELOG.md').map(readDocument);

  it('are options of a command or of a benchmark', async () => {
    // The options of npm scripts, and those of every command.
    const known = new Set(['help', 'help-all', 'config', 'set', 'version', 'all', 'only', 'list', 'serve']);
    for (const { listed } of allCommands())
      for (const [name, { meta }] of Object.entries((await listed.load()).fields))
        if (meta.noOption !== true) known.add(optionName(name));
    const benches = documents.flatMap(({ text }) =>
      [...text.matchAll(/bench -- ([a-z-]+)/g)].map(([, name = '']) =>
        path.join(ROOT, 'bench', `${name}.ts`),
      ),
    );
    const unknown = documents.flatMap(({ name, spans }) =>
      spans
        .map((span) => /^--([a-z-]+)/.exec(span)?.[1])
        .filter((option) => option !== undefined && !known.has(option))
        .filter((option) => !benches.some((file) => hasOption(file, option ?? '')))
        .map((option) => `${name}: --${option ?? ''}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are variables that sfwc reads', async () => {
    const known = [...(await knownSettings(COMMANDS))].map(environmentName);
    for (const { name, text } of documents) {
      for (const variable of new Set(text.match(/\bSFWC_[A-Z_]*[A-Z]\b/g))) {
        if (OTHERS.includes(variable)) continue;
        if (!variable.startsWith('SFWC_TEST_'))
          expect([name, known]).toEqual([name, expect.arrayContaining([variable])]);
      }
    }
  });
});
