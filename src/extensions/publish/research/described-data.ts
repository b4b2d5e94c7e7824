import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileChecksum } from '../../../support/files/file-checksum.js';

/** A file of a collection, as catalogues of data describe it. */
export interface DataFile {
  /** Its path in the folder, with slashes. */
  readonly name: string;
  readonly description: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

/** A folder in it whose files are not described one by one. */
export interface DataFolder {
  readonly name: string;
  readonly description: string;
  readonly files: number;
  readonly bytes: number;
}

/** What the data of a crawl are, for catalogues. */
export interface DescribedData {
  readonly title: string;
  readonly description: string;
  readonly topics: readonly string[];
  /** IRI of the crawl. */
  readonly crawl: string;
  /** When the crawl began, where it says so, and when its data were put together; ISO 8601, UTC. */
  readonly startedAt?: string | undefined;
  readonly madeAt: string;
  /** Of sfwc. */
  readonly version: string;
  /** That of all pages, where they name the same one. */
  readonly licence?: Licence | undefined;
}

/** A licence by its address. */
export interface Licence {
  readonly url: string;
  readonly name: string;
}

/** What is said where pages name different licences, or none. */
export const NO_LICENCE = 'No licence of the whole: the rights to each page stay with its authors';

/** A licence of Creative Commons by the name that Hugging Face has for it, such as `cc-by-sa-4.0`; undefined for others. */
export function licenceNamed(tag: string): Licence | undefined {
  const [, kind = '', version = ''] = /^cc(0|-by(?:-nc)?(?:-sa|-nd)?)-(\d\.\d)$/.exec(tag) ?? [];
  if (kind === '') return undefined;
  const place = kind === '0' ? 'publicdomain/zero' : `licenses/${kind.slice(1)}`;
  return {
    url: `https://creativecommons.org/${place}/${version}/`,
    name: `CC${kind === '0' ? '0' : ` ${kind.slice(1).toUpperCase()}`} ${version}`,
  };
}

/** A file of a folder with its size and checksum. @throws an error of the file system */
export async function dataFile(folder: string, name: string, description: string): Promise<DataFile> {
  const file = path.join(folder, name);
  const { size } = await stat(file);
  return { name, description, bytes: size, sha256: await fileChecksum(file) };
}

/** Media types by the ending of a name. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  parquet: 'application/vnd.apache.parquet',
  jsonl: 'application/jsonl',
  json: 'application/json',
  csv: 'text/csv',
  md: 'text/markdown',
  html: 'text/html',
  txt: 'text/plain',
  ttl: 'text/turtle',
  db: 'application/vnd.sqlite3',
  'nq.gz': 'application/gzip',
  gz: 'application/gzip',
  wacz: 'application/wacz',
};

/** The media type of a file by its name. */
export function mediaTypeOf(name: string): string {
  const [, ...endings] = path.posix.basename(name).split('.');
  return MEDIA_TYPES[endings.join('.')] ?? MEDIA_TYPES[endings.at(-1) ?? ''] ?? 'application/octet-stream';
}
