import type { WebAnswer } from './web.js';

const LONGEST_HEADER = 65_536;
const HEADER_LINE = /^[\w-]+:/;
/** What described the transfer, and is no longer true of a body that was taken out of it. */
const OF_TRANSFER: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
]);

/**
 * A response as it was recorded: header lines (with or without a status line), an empty line, the body. Without a
 * status line it is 200; without header lines all is body.
 */
export function recordedResponse(bytes: Uint8Array): WebAnswer {
  const begin = Buffer.from(bytes.subarray(0, LONGEST_HEADER)).toString('latin1');
  const end = /\r?\n\r?\n/.exec(begin);
  const lines = end === null ? [] : begin.slice(0, end.index).split(/\r?\n/);
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})\b/.exec(lines[0] ?? '')?.[1];
  const fields = status === undefined ? lines : lines.slice(1);
  if (end === null || !fields.every((line) => HEADER_LINE.test(line) || /^[ \t]/.test(line))) {
    return { status: 200, headers: { 'content-type': 'text/html' }, body: bytes };
  }
  return {
    status: status === undefined ? 200 : Number(status),
    headers: headersOf(fields),
    body: bytes.subarray(end.index + end[0].length),
  };
}

/** Lower-case names; a continued line belongs to the one before it, and of a repeated name all values count. */
function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  let last = '';
  for (const line of lines) {
    const colon = line.indexOf(':');
    const continued = /^[ \t]/.test(line);
    if (!continued) last = line.slice(0, colon).toLowerCase();
    if (OF_TRANSFER.has(last)) continue;
    const value = (continued ? line : line.slice(colon + 1)).trim();
    const before = headers[last];
    headers[last] = before === undefined ? value : `${before}${continued ? ' ' : ', '}${value}`;
  }
  return headers;
}
