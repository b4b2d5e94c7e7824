import { Command, CommanderError } from 'commander';
import { Interrupted, SfwcError, UsageError, messageOf } from '../model/errors.js';
import { asDiskFailure, asTooManyFiles } from '../support/files/cannot-write.js';
import { asMissingPackage } from '../support/optional-packages.js';
import { packageVersion } from '../support/package-version.js';
import { ArgumentCommand, separateArguments } from './arguments.js';
import { COMMANDS } from './commands.js';
import { helpWidth } from './help.js';
import { overviewLayout } from './command-overview.js';
import { addCommands } from './command-list.js';
import { commandIo, ReaderGone, type CommandIo, type CommandDeps } from './io.js';

/**
 * Runs a command line. Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted; for a crawl with `failOnLimit` also 3 at its limit.
 * Never throws for bad input.
 */
export async function runCommandLine(given: readonly string[], deps: CommandDeps): Promise<number> {
  const io = commandIo(deps);
  let code = 0;
  const done = (exitCode: number): void => {
    code = exitCode;
  };
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
      getOutHasColors: () => io.colours.stdout,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(add --help for usage)');
  let argv = given;
  try {
    const isFull = argv[0] === 'help' && argv[1] === 'all';
    program.configureHelp(overviewLayout(COMMANDS, isFull));
    if (isFull) argv = ['help'];
    await addCommands(program, COMMANDS, new Set(argv), io, done);
    inheritSettings(program);
    await program.parseAsync(separateArguments(argv, program, io.environment), { from: 'user' });
    return code;
  } catch (error) {
    return report(error, calledIn(argv, program), io);
  }
}

/** Commander passes its configuration on to commands made by `.command()`, but not to added ones. */
function inheritSettings(parent: Command): void {
  for (const child of parent.commands) {
    child.exitOverride().copyInheritedSettings(parent);
    inheritSettings(child);
  }
}

/** The command that a command line calls, after those of which it is part: `kb`, `info`. */
function calledIn([word, ...rest]: readonly string[], parent: Command): readonly Command[] {
  const called = parent.commands.find((command) => command.name() === word);
  return called === undefined ? [] : [called, ...calledIn(rest, called)];
}

/** Which arguments a command takes, where one is missing. */
function argumentsText(called: Command | undefined): string {
  if (!(called instanceof ArgumentCommand) || called.example === undefined) return '';
  const order = called.usage().replace('[options] ', '');
  return `       the arguments are, in this order: ${order}\n       for example: ${called.example}\n`;
}

/** @param called the command, after those of which it is part */
function report(thrown: unknown, called: readonly Command[], io: CommandIo): number {
  const error: unknown =
    asTooManyFiles(thrown) ?? asMissingPackage(thrown) ?? asDiskFailure(thrown) ?? thrown;
  if (error instanceof ReaderGone) return 0;
  if (error instanceof CommanderError) {
    if (error.code === 'commander.missingArgument') io.stderr(argumentsText(called.at(-1)));
    return error.exitCode === 0 ? 0 : 2;
  }
  if (error instanceof SfwcError) {
    io.stderr(
      `${error instanceof Interrupted ? '' : 'error: '}${error.message.replaceAll('\n', '\n       ')}\n`,
    );
    if (error.hint !== undefined) io.stderr(`       ${error.hint}\n`);
    const words = ['sfwc', ...called.map((command) => command.name())].join(' ');
    if (error instanceof UsageError) io.stderr(`       see: ${words} --help\n`);
    return error.exitCode;
  }
  io.stderr(`error: ${messageOf(error)}\n       this is a bug in sfwc; SFWC_TEST_TRACE=1 shows where\n`);
  if (io.environment['SFWC_TEST_TRACE'] !== undefined && error instanceof Error)
    io.stderr(`${error.stack ?? ''}\n`);
  return 1;
}
