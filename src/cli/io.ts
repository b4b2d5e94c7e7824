import { terminalText } from '../support/terminal-text.js';

/** The process around a command, so that tests can be one. What is written goes out as it is. */
export interface Surroundings {
  readonly stdout: (text: string) => void;
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
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}

/**
 * The outside world of a command. Titles, addresses and messages of servers come from the Web: everything that a command
 * prints passes through here, and what a terminal would obey instead of showing it is escaped ({@link terminalText}).
 */
export interface CommandIo extends Omit<Surroundings, 'stdoutIsTerminal'> {
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
export function commandIo({ stdoutIsTerminal, ...outside }: Surroundings): CommandIo {
  const stdout = (text: string): void => outside.stdout(terminalText(text));
  return {
    ...outside,
    stdout,
    data: stdoutIsTerminal ? stdout : outside.stdout,
    stderr: (text) => outside.stderr(terminalText(text)),
  };
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
