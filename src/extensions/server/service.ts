import type { DatasetPool, DatasetSummary } from './datasets/served-knowledge-base.js';
import type { MediaFormat, Chosen } from './result-formats.js';
import { formatNamed, negotiate } from './result-formats.js';
import { Problem } from './problem.js';

/** Services that the routes share. */
export interface Service {
  readonly pool: DatasetPool;
  readonly maxRows: number;
  /** Time at which the content was copied from something that changes; ISO 8601. */
  readonly asOf?: string;
  /** Maximum bytes of a query. */
  readonly maxQuery: number;
  /** The content of the dataset in numbers, counted once. */
  readonly summary: () => Promise<DatasetSummary>;
}

/** Counts a dataset on demand, once. */
export function createSummary(pool: DatasetPool): () => Promise<DatasetSummary> {
  let counted: Promise<DatasetSummary> | undefined;
  const count = async (): Promise<DatasetSummary> => {
    const outcome = await pool.ask({ kind: 'summary' });
    if (outcome.kind !== 'summary') throw new Problem(500, 'the dataset could not be counted');
    return outcome.summary;
  };
  return () => {
    counted ??= count();
    counted.catch(() => (counted = undefined));
    return counted;
  };
}

/** The format of an answer, by name or else by the Accept header; undefined when nothing fits. */
export function findFormat(
  accept: string | undefined,
  name: string | undefined,
  offer: readonly MediaFormat[],
): Chosen | undefined {
  return name === undefined ? negotiate(accept, offer) : formatNamed(name, offer);
}

/** The format as in {@link findFormat}. @throws Problem 406 that lists the formats */
export function chooseFormat(
  accept: string | undefined,
  name: string | undefined,
  offer: readonly MediaFormat[],
): Chosen {
  const chosen = findFormat(accept, name, offer);
  if (chosen === undefined) throw unacceptable(accept, name, offer);
  return chosen;
}

/** Status 406 with the available formats. */
export function unacceptable(
  accept: string | undefined,
  name: string | undefined,
  offer: readonly MediaFormat[],
): Problem {
  const there = offer.map(({ mediaType }) => mediaType).join(', ');
  return new Problem(406, `not available as ${name ?? accept ?? ''}; there is ${there}`);
}

/** A response; for HEAD the framework sends only the headers. */
export function answer(
  body: Uint8Array<ArrayBuffer> | string,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  return new Response(body, {
    headers: {
      'content-type': contentType,
      'content-length': String(length),
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
