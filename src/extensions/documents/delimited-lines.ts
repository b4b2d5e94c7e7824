import type { Line } from '../../language/corpus/records/lines.js';

/** A record of delimited text, which quoted line ends may spread over several lines. */
export interface DelimitedRecord {
  /** Line at which it begins, from 1. */
  readonly line: number;
  /** Undefined where it is not a record, for the given reason. */
  readonly bytes: Uint8Array | undefined;
  readonly reason?: 'quote' | 'long';
}

const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;

/** State of the record at the end of a line: between fields, inside quotes, or quoted in a wrong way. */
type State = 'complete' | 'quoted' | 'wrong';

/** Follows the quotes of one line: a quote opens at the begin of a field, a doubled one stands for itself. */
function followQuotes(bytes: Uint8Array, delimiter: number, before: State): State {
  let quoted = before === 'quoted';
  let atBegin = !quoted;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (quoted) {
      if (byte !== QUOTE) continue;
      const next = bytes[index + 1];
      if (next === QUOTE) index += 1;
      else if (next === undefined || next === delimiter || next === CARRIAGE_RETURN) quoted = false;
      else return 'wrong';
    } else if (byte === QUOTE && atBegin) quoted = true;
    atBegin = !quoted && byte === delimiter;
  }
  return quoted ? 'quoted' : 'complete';
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Lines that can be given back to be read again. */
class LineSource {
  private returned: Line[] = [];
  /**
   * The line at which the last record without an end was given up. Up to there a quote that is open at the end of a line was open
   * for that record as well, and does not close either.
   */
  givenUpAt = 0;
  constructor(private readonly lines: AsyncIterator<Line>) {}

  async next(): Promise<Line | undefined> {
    const again = this.returned.pop();
    if (again !== undefined) return again;
    const { value, done } = (await this.lines.next()) as IteratorResult<Line, undefined>;
    return done === true ? undefined : value;
  }

  giveBack(lines: readonly Line[], isAtEnd: boolean): void {
    this.givenUpAt = isAtEnd ? Infinity : (lines.at(-1)?.number ?? this.givenUpAt);
    // One by one: 200,000 lines would be as many arguments.
    for (const line of lines.toReversed()) this.returned.push(line);
  }
}

async function readOne(
  first: Line,
  source: LineSource,
  delimiter: number,
  maximumBytes: number,
): Promise<DelimitedRecord> {
  const line = first.number;
  if (first.bytes === undefined) return { line, bytes: undefined, reason: 'long' };
  let state = followQuotes(first.bytes, delimiter, 'complete');
  if (state === 'complete') return { line, bytes: first.bytes };
  if (state === 'quoted' && line < source.givenUpAt) return { line, bytes: undefined, reason: 'quote' };
  let isAtEnd = false;
  const further: Line[] = [];
  let length = first.bytes.length;
  while (state === 'quoted') {
    const next = await source.next();
    if (next === undefined) isAtEnd = true;
    else further.push(next);
    length += (next?.bytes?.length ?? maximumBytes) + 1;
    state =
      next?.bytes === undefined || length > maximumBytes
        ? 'wrong'
        : followQuotes(next.bytes, delimiter, 'quoted');
  }
  if (state === 'wrong') {
    source.giveBack(further, isAtEnd);
    return { line, bytes: undefined, reason: 'quote' };
  }
  const parts = [first, ...further].flatMap(({ bytes }, index) =>
    index === 0 ? [bytes ?? Buffer.alloc(0)] : [Buffer.from('\n'), bytes ?? Buffer.alloc(0)],
  );
  return { line, bytes: Buffer.concat(parts) };
}

/**
 * Puts the lines of delimited text together to records. Where a quoted field does not end as it should (a quote in the
 * middle, or none before the limit or the end of the file), the line at which the record began is given up and the one
 * after it begins the next record. csv-parse, which then reads each record, would lose good records behind such a
 * place: it does not go back.
 *
 * @param delimiterOf names the delimiter, given the first line
 */
export async function* readDelimitedRecords(
  lines: AsyncIterator<Line>,
  maximumBytes: number,
  delimiterOf: (firstLine: Uint8Array) => string,
): AsyncGenerator<DelimitedRecord> {
  const source = new LineSource(lines);
  let delimiter: number | undefined;
  try {
    for (let line = await source.next(); line !== undefined; line = await source.next()) {
      let { bytes } = line;
      if (line.number === 1 && bytes !== undefined && BYTE_ORDER_MARK.equals(bytes.subarray(0, 3)))
        bytes = bytes.subarray(3);
      delimiter ??= delimiterOf(bytes ?? Buffer.alloc(0)).charCodeAt(0);
      yield await readOne({ number: line.number, bytes }, source, delimiter, maximumBytes);
    }
  } finally {
    await lines.return?.();
  }
}
