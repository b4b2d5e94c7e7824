import { given } from '../support/given.js';
import { terminalText } from '../support/text/terminal-text.js';

/** Nobody reads standard output any more, as after `sfwc pages out | head -1`: the command ends quietly. */
export class ReaderGone extends Error {}

/** The process around a command, so that tests can be one. What is written goes out as it is. */
export interface Surroundings {
  readonly stdout: (text: string) => void;
  /**
   * Data that is made piece by piece, on stdout as fast as it is read: the next piece is made when there is room for it.
   * @throws ReaderGone, OutputError
   */
  readonly stream: (texts: AsyncIterable<string>) => Promise<void>;
  readonly stderr: (text: string) => void;
  /** Whether stdout is a terminal and no file or pipe. */
  readonly stdoutIsTerminal: boolean;
  /** The whole of standard input. */
  readonly readStdin: () => Promise<Uint8Array>;
  /** Standard input line by line, as it is typed. */
  readonly readLines: () => AsyncIterable<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** stderr where it is a terminal, on which a progress bar may be redrawn. */
  readonly terminal?: NodeJS.WriteStream;
  /**
   * Aborted when the user interrupts. Signals are listened to from the moment in which this is first asked for; until
   * then the system ends the process, in the middle of a computation as well.
   */
  readonly signal: AbortSignal;
}

/**
 * The outside world of a command. Titles, addresses and messages of servers come from the Web: everything that a command
 * prints passes through here, and what a terminal would obey instead of showing it is escaped ({@link terminalText}).
 */
export interface CommandIo extends Surroundings {
  /** Results for people, on stdout; escaped wherever stdout leads. */
  readonly stdout: (text: string) => void;
  /**
   * Results for programs (JSON, CSV, RDF), on stdout; not a byte is changed on the way to a file or pipe. Escaped on a
   * terminal, where JSON still means the same.
   */
  readonly data: (text: string) => void;
  /** Messages and progress; escaped. */
  readonly stderr: (text: string) => void;
}

/** The surroundings as a command gets them: nothing that it prints can command the terminal. */
export function commandIo(outside: Surroundings): CommandIo {
  const { stdoutIsTerminal } = outside;
  const stdout = (text: string): void => outside.stdout(terminalText(text));
  return {
    stdout,
    data: stdoutIsTerminal ? stdout : outside.stdout,
    stream: (texts) => outside.stream(stdoutIsTerminal ? escaped(texts) : texts),
    stderr: (text) => outside.stderr(terminalText(text)),
    readStdin: outside.readStdin,
    readLines: outside.readLines,
    environment: outside.environment,
    stdoutIsTerminal,
    ...given({ terminal: outside.terminal }),
    // Not before it is asked for: see there.
    get signal() {
      return outside.signal;
    },
  };
}

async function* escaped(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield terminalText(text);
}

/** Prints a result: as a line of JSON where that is wanted, else in words. */
export function printResult<T extends object>(
  io: CommandIo,
  json: boolean,
  result: T,
  words: (result: T) => string,
): void {
  if (json) io.data(`${JSON.stringify(result)}\n`);
  else io.stdout(words(result));
}
