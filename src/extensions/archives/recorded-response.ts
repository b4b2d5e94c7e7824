import type { WebAnswer } from '../../web/stored/virtual-web.js';

const LONGEST_HEADER = 65_536;
const HEADER_LINE = /^[\w-]+:/;
/** Headers about the transfer, which do not apply to the decoded body. */
const OF_TRANSFER: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
]);

/**
 * A recorded response: header lines (with or without a status line), an empty line, the body. Without a status line, the
 * status is 200; without header lines, everything is the body.
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

/** Headers with lower-case names; continuation lines are joined, and the values of repeated names are combined. */
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
