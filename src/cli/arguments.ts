import { Command } from 'commander';
import { environmentName, optionName } from '../app/settings/setting-names.js';

/** A command with arguments that may be missing in some cases. */
export class ArgumentCommand extends Command {
  /** Settings that make the optional arguments dispensable; undefined: they always are. */
  argumentsReplacedBy: readonly string[] | undefined;
  /** The most usual command line. */
  example: string | undefined;
}

interface Word {
  readonly text: string;
  /** `further`: of an option that takes several words, not the first of them. */
  role: 'option' | 'argument' | 'further';
}

/**
 * Gives the command the arguments that an option has swallowed. Options such as `--crawl` take all words up to the next
 * option, so that in `query kb --crawl out 'SELECT …'` the query would be another folder. Where arguments are missing,
 * the last words of such options are taken for them; the first word after an option always stays with it.
 * @returns the command line, with these arguments behind `--`; unchanged where none is missing
 */
export function separateArguments(
  argv: readonly string[],
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const [command, depth] = commandOf(argv, program);
  const words = rolesOf(argv.slice(depth), command);
  const isGiven = (name: string): boolean =>
    environment[environmentName(name)] !== undefined ||
    words.some(({ role, text }) => role === 'option' && text.split('=')[0] === `--${optionName(name)}`);
  let missing = neededBy(command, isGiven) - words.filter(({ role }) => role === 'argument').length;
  let found = false;
  for (const word of words.toReversed()) {
    if (missing <= 0) break;
    if (word.role !== 'further') continue;
    word.role = 'argument';
    missing -= 1;
    found = true;
  }
  if (!found) return argv;
  const texts = (isArgument: boolean): string[] =>
    words.filter(({ role }) => (role === 'argument') === isArgument).map(({ text }) => text);
  return [...argv.slice(0, depth), ...texts(false), '--', ...texts(true)];
}

/** The command that the first words name, and how many these are. */
function commandOf(argv: readonly string[], program: Command): readonly [Command, number] {
  const next = program.commands.find((command) => command.name() === argv[0]);
  if (next === undefined) return [program, 0];
  const [command, depth] = commandOf(argv.slice(1), next);
  return [command, depth + 1];
}

function neededBy(command: Command, isGiven: (setting: string) => boolean): number {
  const required = command.registeredArguments.filter((argument) => argument.required).length;
  if (required === command.registeredArguments.length || !(command instanceof ArgumentCommand))
    return required;
  const { argumentsReplacedBy } = command;
  return argumentsReplacedBy === undefined || argumentsReplacedBy.some(isGiven) ? required : required + 1;
}

/** Reads words as commander does. */
function rolesOf(words: readonly string[], command: Command): Word[] {
  const end = words.indexOf('--');
  const found: Word[] = [];
  let takes: 'nothing' | 'one' | 'many' | 'more' = 'nothing';
  for (const text of end < 0 ? words : words.slice(0, end)) {
    if (takes === 'one' || takes === 'many') {
      found.push({ text, role: 'option' });
      takes = takes === 'many' ? 'more' : 'nothing';
    } else if (/^-./.test(text)) {
      found.push({ text, role: 'option' });
      const option = command.options.find(({ long, short }) => text === long || text === short);
      takes = option?.required !== true ? 'nothing' : option.variadic ? 'many' : 'one';
    } else found.push({ text, role: takes === 'more' ? 'further' : 'argument' });
  }
  const after = end < 0 ? [] : words.slice(end + 1);
  return [...found, ...after.map((text): Word => ({ text, role: 'argument' }))];
}
