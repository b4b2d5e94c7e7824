import { Readable } from 'node:stream';
import { AsyncIterReader, type WARCRecord } from 'warcio';
import { FetchError } from '../../model/errors.js';
import { readEncodedBody } from '../http/read-body.js';

/** A payload is larger than allowed. */
export class PayloadTooLarge extends Error {}

/** Headers about the transfer, which do not apply to the payload. */
const OF_TRANSFER =
  /^(?:content-(?:length|encoding)|(?:x-crawler-)?transfer-encoding|connection|keep-alive)$/;

/** Status and headers of an archived response, without those about its transfer. */
export function headOf({ httpHeaders }: WARCRecord): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  for (const [name, value] of httpHeaders?.headers ?? []) {
    if (!OF_TRANSFER.test(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  return { status: Number(httpHeaders?.statusCode), headers };
}

/**
 * What a record of a web archive holds, without transfer and content encoding: unpacked as the body of a response that
 * comes over the network is. A body that is not encoded as its header says is taken as it is: many archives hold the
 * text unpacked and the header as it was.
 * @throws PayloadTooLarge, and what warcio throws at damaged records
 */
export async function readWarcPayload(record: WARCRecord, maximumBytes: number): Promise<Uint8Array> {
  return decodedPayload(record, await readEntity(record, maximumBytes), maximumBytes);
}

/** What a record holds, without transfer encoding alone: the bytes of which archives state digests. @throws as above */
export async function readEntity(record: WARCRecord, maximumBytes: number): Promise<Uint8Array> {
  const chunked = headerOf(record, 'transfer-encoding').toLowerCase() === 'chunked';
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of new AsyncIterReader(record.reader, null, chunked)) {
    length += part.length;
    if (length > maximumBytes) throw new PayloadTooLarge(`larger than ${maximumBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The entity of a record without its content encoding. @throws PayloadTooLarge */
export async function decodedPayload(
  record: WARCRecord,
  bytes: Uint8Array,
  maximumBytes: number,
): Promise<Uint8Array> {
  const encoding = headerOf(record, 'content-encoding');
  if (encoding === '' || bytes.length === 0) return bytes;
  try {
    const limit = { bytes: maximumBytes, beyond: 'fail' } as const;
    return await readEncodedBody(Readable.from([bytes]), encoding, limit, maximumBytes, '');
  } catch (thrown) {
    if (thrown instanceof FetchError && thrown.failure === 'too-large')
      throw new PayloadTooLarge(thrown.message);
    return bytes;
  }
}

function headerOf(record: WARCRecord, name: string): string {
  const found = [...(record.httpHeaders?.headers ?? [])].find(([written]) => written.toLowerCase() === name);
  return found?.[1] ?? '';
}
