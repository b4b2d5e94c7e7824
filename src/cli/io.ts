import { Interrupted } from '../model/errors.js';
import type { CorpusProblem } from '../model/document.js';
import { terminalText } from '../support/text/terminal-text.js';
import type { Clock } from '../support/time/clock.js';
import { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { isBeforeAll } from '../model/crawl-event.js';
import { scoreOrNull } from '../model/verdict-by-threshold.js';

/** Colours only repeat what the words say: output without them means the same. */
const FORMATS = { good: 'green', doubtful: 'yellow', bad: 'red', heading: 'bold' } as const;

/** Styles of texts. */
export type Style = keyof typeof FORMATS;

/** Text for people, of which parts may be styled. */
export type StyledText = string | { readonly style: Style; readonly text: string } | readonly StyledText[];

/** A part of a text in a style. */
export function styled(style: Style, text: string): StyledText {
  return { style, text };
}

/** `accepted` or `rejected`. */
export function verdictWord(accepted: boolean): StyledText {
  return accepted ? styled('good', 'accepted') : styled('bad', 'rejected');
}

/** Lines, the last one with a line feed as well. */
export function linesText(lines: readonly StyledText[]): StyledText {
  return lines.map((line) => [line, '\n']);
}

/** A text as it is written: control sequences in it are escaped ({@link terminalText}), and only styles become some. */
export function writtenText(text: StyledText, colours: boolean): string {
  if (typeof text === 'string') return terminalText(text);
  if ('style' in text) return coloured(text.style, terminalText(text.text), colours);
  return text.map((part) => writtenText(part, colours)).join('');
}

/** A message as it is written, with the word in a colour that says what it is. */
export function writtenMessage(message: string, colours: boolean): string {
  return terminalText(message)
    .replace(/^error:/, (word) => coloured('bad', word, colours))
    .replace(/^warning:/, (word) => coloured('doubtful', word, colours));
}

/** Text that is known to be harmless, in a style. */
export function coloured(style: Style, text: string, colours: boolean): string {
  // Whether there are colours is known, of the stream that the text is written to.
  return colours ? styleText(FORMATS[style], text, { validateStream: false }) : text;
}

/**
 * True if text in colours may be written to a stream: to a terminal that shows them, unless NO_COLOR is set; FORCE_COLOR
 * decides for any stream. The variables and their order are Node's.
 */
export function showsColours(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (!isTerminal && environment['FORCE_COLOR'] === undefined) return false;
  return WriteStream.prototype.getColorDepth(environment) > 1;
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
  /**
   * Data that is produced piece by piece, on stdout, with back-pressure: the next piece is produced when there is room.
   * @throws ReaderGone, OutputError
   */
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
  /**
   * Aborted when the user interrupts. The process listens to signals from the first access to this property; until then
   * the system ends it, even in the middle of a computation.
   */
  readonly signal: AbortSignal;
  /** Measures silences, after which a command says what it waits for. Default: the system's. */
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * The input and output of a command. Titles, URLs and server messages come from the Web, so everything that a command prints
 * passes through here, where control sequences are escaped ({@link terminalText}).
 */
export interface CommandIo extends Omit<CommandDeps, 'stdout' | 'stream'> {
  /** Results as text, on stdout; always escaped, and in colours where they are shown. */
  readonly stdout: (text: StyledText) => void;
  /** As {@link CommandDeps.stream}: strings are data ({@link CommandIo.data}), styled texts are for people. */
  readonly stream: (texts: AsyncIterable<StyledText>) => Promise<void>;
  /**
   * Results as data (JSON, CSV, RDF), on stdout: unchanged in a file or pipe, escaped on a terminal. Escaped JSON means the
   * same.
   */
  readonly data: (text: string) => void;
  /** Messages and progress; escaped, and `error:` and `warning:` in colours where they are shown. */
  readonly stderr: (text: string) => void;
  /** Help, which is not escaped: everything in it is sfwc's own. */
  readonly help: (text: string) => void;
  /** Clears what is drawn on the terminal, such as a bar: called before anything else is written to it. */
  readonly drawings: Set<() => void>;
  readonly colours: { readonly stdout: boolean; readonly stderr: boolean };
}

/** The input and output as a command gets them: nothing that it prints can control the terminal. */
export function commandIo(outside: CommandDeps): CommandIo {
  const { stdoutIsTerminal, environment, terminal } = outside;
  const colours = {
    stdout: showsColours(stdoutIsTerminal, environment),
    stderr: showsColours(terminal !== undefined, environment),
  };
  const drawings = new Set<() => void>();
  const clear = (): void => {
    for (const remove of drawings) remove();
  };
  const print = (text: string): void => {
    if (stdoutIsTerminal) clear();
    outside.stdout(text);
  };
  const dataText = (text: string): string => (stdoutIsTerminal ? terminalText(text) : text);
  const pieces = async function* (texts: AsyncIterable<StyledText>): AsyncGenerator<string> {
    for await (const text of texts)
      yield typeof text === 'string' ? dataText(text) : writtenText(text, colours.stdout);
  };
  return {
    ...{ colours, drawings, help: outside.stdout, environment, stdoutIsTerminal, terminal },
    ...{ readStdin: outside.readStdin, readLines: outside.readLines, columns: outside.columns },
    clock: outside.clock,
    stdout: (text) => print(writtenText(text, colours.stdout)),
    data: (text) => print(dataText(text)),
    stream: (texts) => outside.stream(pieces(texts)),
    stderr(text) {
      clear();
      outside.stderr(writtenMessage(text, colours.stderr));
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
  words: (result: T) => StyledText,
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
    note({ where, message }: CorpusProblem): void {
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
