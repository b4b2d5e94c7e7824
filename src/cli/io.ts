import { Interrupted } from '../model/errors.js';
import type { CorpusProblem } from '../model/document.js';
import { terminalText } from '../support/text/terminal-text.js';
import type { Clock } from '../support/time/clock.js';
import { isBeforeAll } from '../model/crawl-event.js';
import { scoreOrNull } from '../model/verdict-by-threshold.js';

/** `accepted` or `rejected`. */
export function verdictWord(accepted: boolean): string {
  return accepted ? 'accepted' : 'rejected';
}

/** Lines, the last one with a line feed as well. */
export function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** A score as text. */
export function scoreText(score: number): string {
  return scoreOrNull(score)?.toFixed(3) ?? 'none (nothing to judge by)';
}

/** A priority of any scale as text: `0.1235`, `12.5`. Seeds, and what a round of a monitor visits, come before all others. */
export function priorityText(value: number): string {
  return isBeforeAll(value) ? 'before all others' : String(Number(value.toPrecision(4)));
}

/** A duration in seconds: `12.3 s`, and of a stored web `12.3 simulated s`. */
export function secondsText(seconds: number, isSimulated: boolean, digits = 1): string {
  return `${seconds.toFixed(digits)} ${isSimulated ? 'simulated s' : 's'}`;
}

/** The reader of standard output is gone, as after `sfwc pages out | head -1`: the command ends quietly. */
export class ReaderGone extends Interrupted {}

/** The process of a command; tests replace it. Output is not escaped here. */
export interface CommandDeps {
  readonly stdout: (text: string) => void;
  /** Data that is produced piece by piece, on stdout, when there is room for it. @throws ReaderGone, OutputError */
  readonly stream: (texts: AsyncIterable<string>) => Promise<void>;
  readonly stderr: (text: string) => void;
  /** True if stdout is a terminal, not a file or pipe. */
  readonly stdoutIsTerminal: boolean;
  readonly columns?: number;
  readonly readStdin: () => Promise<Uint8Array>;
  /** Standard input line by line, as it is typed. */
  readonly readLines: () => AsyncIterable<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** stderr if it is a terminal, where a progress bar can be redrawn. */
  readonly terminal?: NodeJS.WriteStream;
  /** Aborted when the user interrupts. Until the first access, nothing listens to signals, and the system ends the process. */
  readonly signal: AbortSignal;
  /** Measures silences, after which a command says what it waits for. Default: the system's. */
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * The input and output of a command. Titles, URLs and server messages come from the Web, so everything that a command prints
 * passes through here, where control sequences are escaped ({@link terminalText}): on stdout and stderr always.
 */
export interface CommandIo extends CommandDeps {
  /** Results as data (JSON, CSV, RDF), on stdout: escaped on a terminal, where escaped JSON means the same. */
  readonly data: (text: string) => void;
  /** Help, which is not escaped: everything in it is sfwc's own. */
  readonly help: (text: string) => void;
  /** Clears what is drawn on the terminal: called before anything else is written to it. */
  readonly drawings: Set<() => void>;
}

/** The input and output as a command gets them: nothing that it prints can control the terminal. */
export function commandIo(outside: CommandDeps): CommandIo {
  const { stdoutIsTerminal, environment, terminal } = outside;
  const drawings = new Set<() => void>();
  const clear = (): void => {
    for (const remove of drawings) remove();
  };
  const print = (text: string): void => {
    if (stdoutIsTerminal) clear();
    outside.stdout(text);
  };
  const dataText = (text: string): string => (stdoutIsTerminal ? terminalText(text) : text);
  const pieces = async function* (texts: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const text of texts) yield dataText(text);
  };
  return {
    ...{ drawings, help: outside.stdout, environment, stdoutIsTerminal, terminal },
    ...{ readStdin: outside.readStdin, readLines: outside.readLines, columns: outside.columns },
    clock: outside.clock,
    stdout: (text) => print(terminalText(text)),
    data: (text) => print(dataText(text)),
    stream: (texts) => outside.stream(pieces(texts)),
    stderr(text) {
      clear();
      outside.stderr(terminalText(text));
    },
    // A getter, since the first access starts listening to signals.
    get signal() {
      outside.signal.addEventListener('abort', clear);
      return outside.signal;
    },
  };
}

export function printResult<T extends object>(
  io: CommandIo,
  json: boolean,
  result: T,
  words: (result: T) => string,
): void {
  if (json) io.data(`${JSON.stringify(result)}\n`);
  else io.stdout(words(result));
}

/** Items with the same message that are named; of further ones only the number is. */
const NAMED = 3;

/** Writes a line for each item that is skipped, but not hundreds of lines that say the same. */
export function createSkippedLines(io: Pick<CommandIo, 'stderr'>) {
  const counts = new Map<string, number>();
  return {
    note: ({ where, message }: CorpusProblem): void => {
      const count = (counts.get(message) ?? 0) + 1;
      counts.set(message, count);
      if (count <= NAMED) io.stderr(`skipped ${where}: ${message}\n`);
    },
    end(): void {
      for (const [message, count] of counts)
        if (count > NAMED) io.stderr(`skipped ${count - NAMED} more: ${message}\n`);
      counts.clear();
    },
  };
}
