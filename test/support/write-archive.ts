import { writeFile } from 'node:fs/promises';
import { WARCRecord, WARCSerializer } from 'warcio';

/** A response as it goes into an archive. */
export interface ArchivedResponse {
  readonly url: string;
  readonly body: string | Uint8Array;
  readonly date?: string;
  readonly statusline?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Writes a WARC file, and returns its path. */
export async function writeArchive(
  file: string,
  responses: readonly ArchivedResponse[],
  gzip: boolean,
): Promise<string> {
  const parts: Uint8Array[] = [];
  for (const {
    url,
    body,
    date = '2024-01-01T00:00:00Z',
    statusline = 'HTTP/1.1 200 OK',
    headers,
  } of responses) {
    const content = (async function* () {
      yield Buffer.from(body);
    })();
    const httpHeaders = { 'Content-Type': 'text/html', ...headers };
    const record = WARCRecord.create(
      { url, date, type: 'response', statusline, httpHeaders, warcHeaders: {} },
      content,
    );
    parts.push(await WARCSerializer.serialize(record, { gzip }));
  }
  await writeFile(file, Buffer.concat(parts));
  return file;
}
