import type { Column, ColumnType } from '../collection/collection-columns.js';
import { mediaTypeOf, NO_LICENCE, type DataFile, type DescribedData } from './described-data.js';

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
const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'sc:Text',
  number: 'sc:Float',
  integer: 'sc:Integer',
  boolean: 'sc:Boolean',
  list: 'sc:Text',
};

/** What is still to be said of who made the data. */
const UNKNOWN = 'Not known: fill this in before you publish';

/**
 * Croissant 1.0 metadata (mlcommons.org/croissant/1.0) of tables: the files, with checksums, and the fields of their rows.
 * @param files Parquet files, one at least, all with these columns
 */
export function croissant(
  data: DescribedData,
  files: readonly DataFile[],
  columns: readonly Column[],
): object {
  const isChunked = columns.some(({ name }) => name === 'chunk');
  const records = isChunked ? 'chunks' : 'pages';
  const [first] = files;
  const isOne = files.length === 1 && first !== undefined;
  const source = isOne ? { fileObject: { '@id': first.name } } : { fileSet: { '@id': 'tables' } };
  const keys = (isChunked ? ['id', 'chunk'] : ['id']).map((name) => ({ '@id': `${records}/${name}` }));
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: data.title,
    description: data.description,
    url: data.crawl,
    license: data.licence?.url ?? { '@type': 'sc:CreativeWork', name: NO_LICENCE },
    creator: { '@type': 'sc:Organization', name: UNKNOWN },
    datePublished: data.madeAt.slice(0, 10),
    ...(data.topics.length === 0 ? {} : { keywords: data.topics }),
    isLiveDataset: false,
    distribution: [
      ...files.map(({ name, description, bytes, sha256 }) => ({
        '@type': 'cr:FileObject',
        '@id': name,
        name,
        description,
        contentUrl: name,
        contentSize: `${bytes} B`,
        encodingFormat: mediaTypeOf(name),
        sha256,
      })),
      ...(isOne
        ? []
        : [
            {
              '@type': 'cr:FileSet',
              '@id': 'tables',
              name: 'tables',
              description: 'All files with rows.',
              encodingFormat: mediaTypeOf('.parquet'),
              includes: 'data/train-*.parquet',
            },
          ]),
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
          source: { ...source, extract: { column: name } },
        })),
      },
    ],
  };
}
