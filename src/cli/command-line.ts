import { Command, CommanderError, Help, type HelpConfiguration } from 'commander';
import { Interrupted, SfwcError, UsageError, messageOf } from '../model/errors.js';
import { asDiskFailure, asTooManyFiles } from '../support/files/cannot-write.js';
import { packageVersion } from '../support/package-version.js';
import { addCommands, COMMANDS } from './commands.js';
import { HELP_LAYOUT, helpNotes, helpWidth, notesText } from './help.js';
import { commandIo, ReaderGone, type CommandIo, type CommandDeps } from './io.js';
import { wrapText } from '../support/text/terminal-text.js';

/** Runs a command line. Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted. Never throws for bad input. */
export async function runCommandLine(argv: readonly string[], deps: CommandDeps): Promise<number> {
  const io = commandIo(deps);
  let code = 0;
  const program = new Command('sfwc')
    .description(
      'Semantic focused web crawler: texts about a topic become an RDF knowledge base, and the knowledge base finds the pages about it.',
    )
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: io.help,
      writeErr: io.stderr,
      getOutHelpWidth: () => helpWidth(io.columns),
      getErrHelpWidth: () => helpWidth(io.columns),
    })
    .showHelpAfterError('(add --help for usage)')
    .configureHelp(OVERVIEW);
  try {
    await addCommands(program, COMMANDS, new Set(argv), io, (exitCode) => void (code = exitCode));
    inheritSettings(program);
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return report(error, ['sfwc', ...calledIn(argv, program)].join(' '), io);
  }
}

/** Commander passes its configuration on to commands made by `.command()`, but not to added ones. */
function inheritSettings(parent: Command): void {
  for (const child of parent.commands) {
    child.exitOverride().copyInheritedSettings(parent);
    inheritSettings(child);
  }
}

/** The words that call the command of a command line: `kb`, `info`. */
function calledIn([word, ...rest]: readonly string[], parent: Command): readonly string[] {
  const called = parent.commands.find((command) => command.name() === word);
  return called === undefined ? [] : [called.name(), ...calledIn(rest, called)];
}

const ADVICE: Readonly<Record<string, string>> = {
  'commander.missingArgument': 'options that take several values end with the next option, or with --',
  'commander.unknownOption': 'settings without an option are given as --set NAME=VALUE',
};

/** @param words the call of the command */
function report(thrown: unknown, words: string, io: CommandIo): number {
  const error: unknown = asTooManyFiles(thrown) ?? asDiskFailure(thrown) ?? thrown;
  if (error instanceof ReaderGone) return 0;
  if (error instanceof CommanderError) {
    if (error.code in ADVICE) io.stderr(`       ${ADVICE[error.code]}\n`);
    return error.exitCode === 0 ? 0 : 2;
  }
  if (error instanceof SfwcError) {
    const prefix = error instanceof Interrupted ? '' : 'error: ';
    io.stderr(`${prefix}${error.message.replaceAll('\n', '\n       ')}\n`);
    if (error.hint !== undefined) io.stderr(`       ${error.hint}\n`);
    if (error instanceof UsageError) io.stderr(`       see: ${words} --help\n`);
    return error.exitCode;
  }
  io.stderr(`error: ${messageOf(error)}\n       this is a bug in sfwc; SFWC_TEST_TRACE=1 shows where\n`);
  if (io.environment['SFWC_TEST_TRACE'] !== undefined && error instanceof Error)
    io.stderr(`${error.stack ?? ''}\n`);
  return 1;
}

/** `sfwc --help` shows these with a summary; of the other sections it names the commands. */
const FIRST = 'Main commands';
const MORE = 'sfwc help COMMAND describes a command and shows its options.';

/** The layout of help: the main commands first, and a line per section. */
const OVERVIEW: HelpConfiguration = {
  ...HELP_LAYOUT,
  formatHelp: (command, helper) =>
    command.parent === null
      ? overviewText(command, helper.helpWidth ?? 80)
      : Help.prototype.formatHelp.call(helper, command, helper),
};

function overviewText(program: Command, width: number): string {
  const summaries: Record<string, string> = {};
  const names: Record<string, string> = {};
  for (const { name, section = '', summary } of COMMANDS)
    if (section === FIRST) summaries[name] = summary.split(/[.:;,]? \(|[.:;](?:\s|$)/, 1)[0] ?? summary;
    else names[section] = section in names ? `${names[section]}, ${name}` : name;
  const paragraph = (text: string): string => wrapText(text, width).join('\n');
  return [
    `Usage: sfwc COMMAND [options]\n`,
    `${paragraph(program.description())}\n`,
    notesText([helpNotes(FIRST, summaries), helpNotes('More commands', names)], width),
    `${paragraph(MORE)}\n`,
  ].join('\n');
}
