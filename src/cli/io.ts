import { given } from '../support/given.js';
import { terminalText } from '../support/text/terminal-text.js';

/** The reader of standard output is gone, as after `sfwc pages out | head -1`: the command ends quietly. */
export class ReaderGone extends Error {}

/** The process of a command; tests replace it. Output is not escaped here. */
export interface Surroundings {
  readonly stdout: (text: string) => void;
  /**
   * Data that is produced piece by piece, on stdout, with back-pressure: the next piece is produced when there is room.
   * @throws ReaderGone, OutputError
   */
  readonly stream: (texts: AsyncIterable<string>) => Promise<void>;
  readonly stderr: (text: string) => void;
  /** Whether stdout is a terminal, not a file or pipe. */
  readonly stdoutIsTerminal: boolean;
  /** Width of that terminal, in columns. */
  readonly columns?: number;
  /** The whole of standard input. */
  readonly readStdin: () => Promise<Uint8Array>;
  /** Standard input line by line, as it is typed. */
  readonly readLines: () => AsyncIterable<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** stderr if it is a terminal, where a progress bar can be redrawn. */
  readonly terminal?: NodeJS.WriteStream;
  /**
   * Aborted when the user interrupts. The process listens to signals from the first access to this property; until then
   * the system ends it, even in the middle of a computation.
   */
  readonly signal: AbortSignal;
}

/**
 * The input and output of a command. Titles, URLs and server messages come from the Web, so everything that a command prints
 * passes through here, where control sequences are escaped ({@link terminalText}).
 */
export interface CommandIo extends Surroundings {
  /** Results as text, on stdout; always escaped. */
  readonly stdout: (text: string) => void;
  /**
   * Results as data (JSON, CSV, RDF), on stdout: unchanged in a file or pipe, escaped on a terminal. Escaped JSON means the
   * same.
   */
  readonly data: (text: string) => void;
  /** Messages and progress; escaped. */
  readonly stderr: (text: string) => void;
}

/** The input and output as a command gets them: nothing that it prints can control the terminal. */
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
    ...given({ terminal: outside.terminal, columns: outside.columns }),
    // A getter, since the first access starts listening to signals.
    get signal() {
      return outside.signal;
    },
  };
}

async function* escaped(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield terminalText(text);
}

/** Prints a result as a line of JSON or as text. */
export function printResult<T extends object>(
  io: CommandIo,
  json: boolean,
  result: T,
  words: (result: T) => string,
): void {
  if (json) io.data(`${JSON.stringify(result)}\n`);
  else io.stdout(words(result));
}
