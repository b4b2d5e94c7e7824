import { AsyncIterReader, type WARCRecord } from 'warcio';
import { FetchError } from '../../model/errors.js';
import { TRUNCATIONS, type Truncation } from '../../model/exchange.js';
import { decodeBody } from '../http/read-body.js';

/** Why the payload of a record is not whole, as the archive says; undefined where it is. */
function truncationOf(record: WARCRecord): Truncation | undefined {
  const stated = record.warcHeader('WARC-Truncated');
  if (typeof stated !== 'string') return undefined;
  return TRUNCATIONS.find((reason) => reason === stated) ?? 'unspecified';
}

/** Content of a record, without its encodings. */
interface WarcPayload {
  readonly body: Uint8Array;
  /** Present where the body is not whole: why. */
  readonly truncated?: Truncation;
}

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
 * Reads the content of a record of a web archive, without transfer and content encoding. A body that is not encoded as its header
 * says is taken as it is. @throws PayloadTooLarge, and what warcio throws at damaged records
 */
export async function readWarcPayload(record: WARCRecord, maximumBytes: number): Promise<WarcPayload> {
  return decodedPayload(record, await readEntity(record, maximumBytes), maximumBytes);
}

/** Reads the content of a record, without transfer encoding alone: the bytes of which archives state digests. @throws as above */
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
): Promise<WarcPayload> {
  const encoding = headerOf(record, 'content-encoding');
  const stated = truncationOf(record);
  const limit = { bytes: maximumBytes, beyond: 'fail' } as const;
  try {
    const { body, isWhole } = await decodeBody(bytes, encoding, limit, '');
    return { body, truncated: stated ?? (isWhole === false ? 'unspecified' : undefined) };
  } catch (thrown) {
    if (thrown instanceof FetchError && thrown.failure === 'too-large')
      throw new PayloadTooLarge(thrown.message);
    return { body: bytes, truncated: stated };
  }
}

function headerOf(record: WARCRecord, name: string): string {
  const found = [...(record.httpHeaders?.headers ?? [])].find(([written]) => written.toLowerCase() === name);
  return found?.[1] ?? '';
}
