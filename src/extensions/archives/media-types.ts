import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.xml': 'application/xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
};

/** The type of files with an unknown ending. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The Content-Type for the ending of a file name. HTML gets no charset, since the page itself may declare it. */
export function mediaTypeOf(file: string): string {
  return TYPES[extname(file).toLowerCase()] ?? UNKNOWN_TYPE;
}
