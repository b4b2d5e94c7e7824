import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PageColumn } from '../../../judging/plugins/plugin.js';

/** A dataset, for catalogues of data. */
interface DescribedData {
  readonly title: string;
  readonly topics: readonly string[];
  /** IRI of the crawl. */
  readonly crawl: string;
  readonly pages: number;
  /** Time at which its data were put together, ISO 8601, UTC. */
  readonly madeAt: string;
  /** That of all pages, as Hugging Face names it: `cc-by-sa-4.0`. */
  readonly licence: string;
}

/** A file of a dataset. */
interface DataFile {
  /** Its path in the folder, with slashes. */
  readonly name: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

const PARQUET = 'application/vnd.apache.parquet';

/** The file with Croissant metadata. */
export const CROISSANT = 'croissant.json';

/** The context of Croissant 1.0, as its specification has it. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataBiases: 'cr:dataBiases',
  dataCollection: 'cr:dataCollection',
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  personalSensitiveInformation: 'cr:personalSensitiveInformation',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

/** Types of fields; lists are of texts. */
const TYPES: Readonly<Record<PageColumn['type'], string>> = {
  text: 'sc:Text',
  number: 'sc:Float',
  integer: 'sc:Integer',
  boolean: 'sc:Boolean',
  list: 'sc:Text',
};

/** Fields about the makers of the data, to be completed. */
const UNKNOWN = 'Not known: fill this in before you publish';

/** Said where pages name different licences, or none. */
const NO_LICENCE = 'No licence of the whole: the rights to each page stay with its authors';

/** The address of a licence of Creative Commons by the name that Hugging Face has for it; undefined for others. */
function licenceAddress(tag: string): string | undefined {
  const [, kind = '', version = ''] = /^cc(0|-by(?:-nc)?(?:-sa|-nd)?)-(\d\.\d)$/.exec(tag) ?? [];
  if (kind === '') return undefined;
  const place = kind === '0' ? 'publicdomain/zero' : `licenses/${kind.slice(1)}`;
  return `https://creativecommons.org/${place}/${version}/`;
}

async function dataFile(folder: string, name: string): Promise<DataFile> {
  const file = path.join(folder, name);
  const { size } = await stat(file);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { name, bytes: size, sha256: hash.digest('hex') };
}

/**
 * Croissant 1.0 metadata (mlcommons.org/croissant/1.0) of tables: the files, with checksums, and the fields of their rows.
 * @param names Parquet files in the folder, one at least, all with these columns
 * @throws an error of the file system
 */
export async function croissant(
  data: DescribedData,
  folder: string,
  names: readonly string[],
  columns: readonly PageColumn[],
): Promise<object> {
  const files: DataFile[] = [];
  for (const name of names) files.push(await dataFile(folder, name));
  const about = data.topics.length === 0 ? '' : ` about ${data.topics.join(', ')}`;
  const isChunked = columns.some(({ name }) => name === 'chunk');
  const records = isChunked ? 'chunks' : 'pages';
  const keys = (isChunked ? ['id', 'chunk'] : ['id']).map((name) => ({ '@id': `${records}/${name}` }));
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: data.title,
    description: `${data.pages} pages of the Web${about}, found by a focused crawl, each with its main text and why it was accepted.`,
    url: data.crawl,
    license: licenceAddress(data.licence) ?? { '@type': 'sc:CreativeWork', name: NO_LICENCE },
    creator: { '@type': 'sc:Organization', name: UNKNOWN },
    datePublished: data.madeAt.slice(0, 10),
    ...(data.topics.length === 0 ? {} : { keywords: data.topics }),
    isLiveDataset: false,
    distribution: [
      ...files.map(({ name, bytes, sha256 }) => ({
        '@type': 'cr:FileObject',
        '@id': name,
        name,
        description: 'Pages with their columns.',
        contentUrl: name,
        contentSize: `${bytes} B`,
        encodingFormat: PARQUET,
        sha256,
      })),
      {
        '@type': 'cr:FileSet',
        '@id': 'tables',
        name: 'tables',
        description: 'All files with rows.',
        encodingFormat: PARQUET,
        includes: 'data/train-*.parquet',
      },
    ],
    recordSet: [
      {
        '@type': 'cr:RecordSet',
        '@id': records,
        name: records,
        description: isChunked ? 'Chunks of pages of the Web.' : 'Pages of the Web.',
        key: keys.length === 1 ? keys[0] : keys,
        field: columns.map(({ name, type, meaning }) => ({
          '@type': 'cr:Field',
          '@id': `${records}/${name}`,
          name: `${records}/${name}`,
          description: meaning,
          dataType: TYPES[type],
          ...(type === 'list' ? { repeated: true } : {}),
          source: { fileSet: { '@id': 'tables' }, extract: { column: name } },
        })),
      },
    ],
  };
}
