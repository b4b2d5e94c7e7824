import { open } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';

const LINE = /^# sfwc: (\d{16}) quads\n$/;
const LENGTH = fileEnd(0).length;

/**
 * The last line of an N-Quads file that this program wrote: a comment (N-Quads, section 2) with the number of its quads, in its
 * own gzip member (RFC 1952, section 2.2) of fixed length, so that it is found without reading the file. Other tools ignore
 * it; a file that was changed or repacked does not have it.
 */
export function fileEnd(quads: number): Uint8Array {
  // Uncompressed, so that the length is fixed.
  return gzipSync(`# sfwc: ${String(quads).padStart(16, '0')} quads\n`, { level: 0 });
}

/** The number of quads that a file states at its end; undefined when it has no such end or does not exist. */
export async function statedQuads(file: string): Promise<number | undefined> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(LENGTH);
    await handle.read(bytes, 0, LENGTH, Math.max(0, size - LENGTH));
    const [, quads] = LINE.exec(textOfMember(bytes)) ?? [];
    return quads === undefined ? undefined : Number(quads);
  } finally {
    await handle.close();
  }
}

/** The text of a gzip member; empty for other bytes. */
function textOfMember(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return '';
  }
}
