import { brotliDecompressSync } from 'node:zlib';
import type { WARCRecord } from 'warcio';

/** A payload is larger than allowed. */
export class PayloadTooLarge extends Error {}

/**
 * What a record of a web archive holds, without transfer and content encoding.
 * @throws PayloadTooLarge, and what warcio throws at damaged records
 */
export async function readWarcPayload(record: WARCRecord, maximumBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of record) {
    length += part.length;
    if (length > maximumBytes) throw new PayloadTooLarge(`larger than ${maximumBytes} bytes`);
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  // warcio knows gzip and deflate; what it does not know it hands on as it is.
  const isBrotli = /\bbr\b/i.test(record.httpHeaders?.headers.get('content-encoding') ?? '');
  if (!isBrotli) return bytes;
  try {
    return brotliDecompressSync(bytes, { maxOutputLength: maximumBytes });
  } catch {
    return bytes; // many archives hold the text unpacked and the header as it was
  }
}
