import { Readable } from 'node:stream';
import { AsyncIterReader, type WARCRecord } from 'warcio';
import { FetchError } from '../../model/errors.js';
import { readEncodedBody } from '../../web/http/read-body.js';

/** A payload is larger than allowed. */
export class PayloadTooLarge extends Error {}

/**
 * What a record of a web archive holds, without transfer and content encoding: unpacked as the body of a response that
 * comes over the network is. A body that is not encoded as its header says is taken as it is: many archives hold the
 * text unpacked and the header as it was.
 * @throws PayloadTooLarge, and what warcio throws at damaged records
 */
export async function readWarcPayload(record: WARCRecord, maximumBytes: number): Promise<Uint8Array> {
  const headers = record.httpHeaders?.headers;
  const header = (name: string): string => {
    const found = [...(headers ?? [])].find(([written]) => written.toLowerCase() === name);
    return found?.[1] ?? '';
  };
  const chunked = header('transfer-encoding').toLowerCase() === 'chunked';
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of new AsyncIterReader(record.reader, null, chunked)) {
    length += part.length;
    if (length > maximumBytes) throw new PayloadTooLarge(`larger than ${maximumBytes} bytes`);
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  const encoding = header('content-encoding');
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
