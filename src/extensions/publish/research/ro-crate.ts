import {
  mediaTypeOf,
  NO_LICENCE,
  type DataFile,
  type DataFolder,
  type DescribedData,
} from './described-data.js';

/** The file that makes a folder an RO-Crate. */
export const RO_CRATE = 'ro-crate-metadata.json';

type Entity = Readonly<Record<string, unknown>>;

/**
 * The metadata of an RO-Crate 1.1 (w3id.org/ro/crate/1.1): what is in a folder, and the crawl that made it.
 * @param files,folders all that is in the folder but the metadata themselves
 */
export function roCrate(
  data: DescribedData,
  files: readonly DataFile[],
  folders: readonly DataFolder[] = [],
): object {
  const licence: Entity =
    data.licence === undefined
      ? { '@id': '#rights', '@type': 'CreativeWork', name: NO_LICENCE }
      : { '@id': data.licence.url, '@type': 'CreativeWork', name: data.licence.name };
  const parts = [...files.map(fileEntity), ...folders.map(folderEntity)];
  return {
    // Version 1.1 of the context does not have `sha256`.
    '@context': ['https://w3id.org/ro/crate/1.1/context', { sha256: 'https://schema.org/sha256' }],
    '@graph': [
      {
        '@id': RO_CRATE,
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        about: { '@id': './' },
      },
      {
        '@id': './',
        '@type': 'Dataset',
        name: data.title,
        description: data.description,
        datePublished: data.madeAt.slice(0, 10),
        license: { '@id': licence['@id'] },
        identifier: data.crawl,
        ...(data.topics.length === 0 ? {} : { keywords: data.topics.join(', ') }),
        hasPart: parts.map((part) => ({ '@id': part['@id'] })),
        mentions: { '@id': '#crawl' },
      },
      ...parts,
      licence,
      {
        '@id': '#crawl',
        '@type': 'CreateAction',
        name: 'Focused crawl',
        ...(data.startedAt === undefined ? {} : { startTime: data.startedAt }),
        instrument: { '@id': '#sfwc' },
        result: { '@id': './' },
      },
      { '@id': '#sfwc', '@type': 'SoftwareApplication', name: 'sfwc', softwareVersion: data.version },
    ],
  };
}

function fileEntity({ name, description, bytes, sha256 }: DataFile): Entity {
  return {
    '@id': encodeURI(name),
    '@type': 'File',
    name,
    description,
    encodingFormat: mediaTypeOf(name),
    contentSize: String(bytes),
    sha256,
  };
}

function folderEntity({ name, description, files, bytes }: DataFolder): Entity {
  return {
    '@id': `${encodeURI(name)}/`,
    '@type': 'Dataset',
    name,
    description: `${description} Files: ${files}, bytes: ${bytes}.`,
  };
}
