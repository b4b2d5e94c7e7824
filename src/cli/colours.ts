import { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { isBeforeAll } from '../model/crawl-event.js';
import { scoreOrNull } from '../model/verdict-by-threshold.js';
import { terminalText } from '../support/text/terminal-text.js';

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
