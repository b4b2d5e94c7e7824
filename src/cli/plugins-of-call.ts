import { readFile } from 'node:fs/promises';
import { environmentName, PROJECT_FILE } from '../app/settings/setting-names.js';
import { callsOf, type Listed } from './command-list.js';

/** A command line, and the plugins whose commands it may call. */
export interface PluginsOfCall {
  readonly argv: readonly string[];
  readonly modules: readonly string[];
}

/**
 * The plugins that a command line names, where it may call a command of one: it names no command of sfwc, or wants the help
 * of all commands. They are named by `--plugin`, by the variable, or by the configuration file. `--plugin` before the command
 * is moved behind it.
 */
export async function pluginsOfCall(
  given: readonly string[],
  listed: Listed,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<PluginsOfCall> {
  const argv = withPluginsLast(given);
  if (isOwnCommand(argv, listed)) return { argv, modules: [] };
  const named = valuesOf('--plugin', argv);
  const variable = environment[environmentName('plugin')] ?? '';
  if (named.length > 0) return { argv: needsNone(argv) ? withoutPlugins(argv) : argv, modules: named };
  if (variable !== '') return { argv, modules: variable.split(/[\s,]+/).filter((word) => word !== '') };
  const file = valuesOf('--config', argv).at(-1) ?? environment[environmentName('config')] ?? PROJECT_FILE;
  return { argv, modules: await pluginsIn(file, argv[0]) };
}

/** Whether the words name a command that sfwc has: that reads its plugins itself. */
function isOwnCommand(argv: readonly string[], listed: Listed): boolean {
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const [first = '', second = ''] = words;
  const found = listed.find(({ name }) => name === first);
  if (found === undefined) return false;
  return !('commands' in found) || callsOf(found.commands).includes(second);
}

/** Whether the call takes no options: the help of all commands, or of one by `sfwc help`. */
function needsNone([first]: readonly string[]): boolean {
  return first === undefined || first === 'help' || first.startsWith('-');
}

/** `--plugin FILE` before the command, behind it. */
function withPluginsLast(argv: readonly string[]): readonly string[] {
  let taken = 0;
  while (argv[taken] === '--plugin' && argv[taken + 1] !== undefined) taken += 2;
  return [...argv.slice(taken), ...argv.slice(0, taken)];
}

/** The words that follow an option. */
function valuesOf(option: string, argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    return word === option ? argv.slice(index + 1, index + 2) : [];
  });
}

function withoutPlugins(argv: readonly string[]): readonly string[] {
  return argv.filter((word, index) => !/^--plugin(=|$)/.test(word) && argv[index - 1] !== '--plugin');
}

/** The plugins that a configuration file names at its top, or in the section of a command. Its errors are for the command. */
async function pluginsIn(file: string, command: string | undefined): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (!text.includes('plugin')) return [];
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { logLevel: 'silent' });
  if (document.errors.length > 0) return [];
  const whole = Object(document.toJS()) as Readonly<Record<string, unknown>>;
  const section = Object(whole[command ?? '']) as Readonly<Record<string, unknown>>;
  const named = [section['plugin'] ?? whole['plugin'] ?? []].flat();
  return named.filter((one): one is string => typeof one === 'string' && one !== '');
}
