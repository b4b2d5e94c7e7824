/** The head of a response: what Node's parser, archives and browsers take for one. */
export interface MessageHead {
  readonly status: number;
  readonly reason: string;
  /** In their order; names as they are written. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Bytes in which the end of a head is sought. */
export const MAX_HEAD_BYTES = 65_536;
const STATUS_LINE = /^HTTP\/\d(?:\.\d+)?[ \t]*(\d{3})(?!\d)[ \t]*(.*)$/i;
const NAME = /^[!#$%&'*+.^`|~\w-]+$/;
// eslint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROLS = /[\0-\x08\x0A-\x1F\x7F]+/g;
/** Fields of which only the first counts, as Node has it: a list of them is none. */
const SINGLE =
  /^(?:age|content-(?:length|location|type)|date|etag|expires|from|last-modified|location|retry-after|server)$/;

/**
 * Reads the head of a response as browsers and curl do: lines may end in LF alone, blanks may stand before a colon, control bytes in
 * values are blanks, lines that are not fields are skipped, and the reason may be missing.
 * @param isAll true where nothing follows, so that the head need not end in an empty line
 * @returns the head and its length in bytes; undefined for bytes that do not begin with a status line, or not yet have a whole head
 */
export function readHead(
  bytes: Uint8Array,
  isAll: boolean,
): { readonly head: MessageHead; readonly length: number } | undefined {
  const text = Buffer.from(bytes.subarray(0, MAX_HEAD_BYTES)).toString('latin1');
  const begin = text.length - text.trimStart().length;
  const end = /\r?\n\r?\n/.exec(text.slice(begin));
  if (end === null && !isAll) return undefined;
  const [first = '', ...lines] = text
    .slice(begin, end === null ? undefined : begin + end.index)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const [, status, reason = ''] = STATUS_LINE.exec(first.trim()) ?? [];
  if (status === undefined) return undefined;
  const length = end === null ? bytes.length : begin + end.index + end[0].length;
  return { head: { status: Number(status), reason: plain(reason), fields: lines.flatMap(fieldOf) }, length };
}

function fieldOf(line: string): readonly (readonly [string, string])[] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon)).trim();
  return NAME.test(name) ? [[name, plain(line.slice(colon + 1))]] : [];
}

function plain(value: string): string {
  return value.replace(CONTROLS, ' ').trim();
}

/** The fields of a head by their names in lower case: lists joined by commas, of others the first. */
export function headerFields({ fields }: MessageHead): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [written, value] of fields) {
    const name = written.toLowerCase();
    const before = all[name];
    all[name] = before === undefined ? value : SINGLE.test(name) ? before : `${before}, ${value}`;
  }
  return all;
}

/** The bytes of a head, with the empty line after it. */
export function headBytes({ status, reason, fields }: MessageHead): Uint8Array {
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  // The encoding of headers for Node and servers.
  return Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`, 'latin1');
}
