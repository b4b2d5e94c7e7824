import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cdxEntry, cdxLine, type CdxEntry } from '../../src/web/archive/cdxj.js';
import { packRecord, REVISIT_TYPE, SAME_PAYLOAD, warcDigest } from '../../src/web/archive/warc-records.js';

/** A capture as it goes into an archive. */
export interface MadeCapture {
  readonly url: string;
  readonly body?: string | Uint8Array;
  /** ISO 8601. */
  readonly date: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes it a revisit: the address and date of the capture with the payload, or none of these. */
  readonly revisitOf?: { readonly url: string; readonly date: string } | 'unnamed';
  readonly truncated?: string;
}

/** A capture in the index, with its response for servers that replay it. */
export interface ArchivedRow extends CdxEntry {
  readonly made: MadeCapture;
}

/** Writes captures as one WARC file with its index (CDXJ), gzipped by record. */
export async function makeArchive(
  folder: string,
  name: string,
  captures: readonly MadeCapture[],
): Promise<readonly ArchivedRow[]> {
  await mkdir(folder, { recursive: true });
  const parts: Uint8Array[] = [];
  const rows: ArchivedRow[] = [];
  let offset = 0;
  for (const made of captures) {
    const { url, date, status = 200, headers = {}, revisitOf, truncated } = made;
    const payload = Buffer.from(made.body ?? '');
    const lines = Object.entries({ 'Content-Type': 'text/html; charset=utf-8', ...headers });
    const head = Buffer.from(
      `HTTP/1.1 ${status} X\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join('')}\r\n`,
    );
    const fields: Record<string, string> = {};
    if (typeof revisitOf === 'object') {
      fields['WARC-Refers-To-Target-URI'] = revisitOf.url;
      fields['WARC-Refers-To-Date'] = revisitOf.date;
    }
    if (truncated !== undefined) fields['WARC-Truncated'] = truncated;
    if (revisitOf !== undefined) fields['WARC-Payload-Digest'] = warcDigest([payload]);
    const bytes = await packRecord({
      type: revisitOf === undefined ? 'response' : 'revisit',
      ...(revisitOf === undefined ? {} : { profile: SAME_PAYLOAD }),
      id: `<urn:uuid:00000000-0000-4000-8000-${String(rows.length).padStart(12, '0')}>`,
      date,
      url,
      fields,
      block: revisitOf === undefined ? [head, payload] : [head],
      payload,
    });
    const mime = revisitOf === undefined ? 'text/html' : REVISIT_TYPE;
    const digest = warcDigest([payload]).slice('sha1:'.length);
    const entry = cdxEntry({ date, url, mime, status, digest, length: bytes.length, offset, filename: name });
    rows.push({ ...entry, made });
    parts.push(bytes);
    offset += bytes.length;
  }
  await writeFile(join(folder, name), Buffer.concat(parts));
  await writeFile(join(folder, name.replace(/\.warc\.gz$/, '.cdxj')), indexText(rows));
  return rows;
}

/** The lines of an index, sorted. */
function indexText(rows: readonly CdxEntry[]): string {
  const lines = rows.map(({ urlkey, timestamp, url, mime, status, digest, length, offset, filename }) =>
    cdxLine({ urlkey, timestamp, url, mime, status, digest, length, offset, filename }),
  );
  return `${lines.sort().join('\n')}\n`;
}
