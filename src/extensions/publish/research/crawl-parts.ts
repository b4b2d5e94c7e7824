import { dirname } from 'node:path/posix';
import type { DataFile, DataFolder } from './described-data.js';

/** What the files of a crawl are, by their names; folders end with a slash. */
const MEANINGS: Readonly<Record<string, string>> = {
  'crawl.json': 'What the crawl says of itself: settings, topics, summary.',
  'events.jsonl': 'What happened to each URL, one line each, with judgement and links.',
  'skipped.jsonl': 'URLs that were skipped or failed, with reasons.',
  'frontier.db': 'State of the crawl, by which it can be resumed.',
  'crawl.nq.gz': 'The crawl as RDF, with its provenance.',
  'actions.jsonl': 'What people changed while the crawl was running.',
  'report.html': 'The crawl as a page to read and print.',
  'search.db': 'Index for full-text search in the accepted pages.',
  'pages/': 'Bodies and texts of the accepted pages.',
  'aside/': 'Bodies and texts of pages that may be accepted later.',
  'warc/': 'Requests and responses as WARC files.',
  'models/': 'Classifiers that were trained while the crawl was running.',
};

/**
 * The files of a crawl and the folders in it. Of a folder the files are not named one by one: there may be hundreds of thousands.
 * @param copied the files, by their paths
 */
export function partsOfCrawl(copied: readonly Omit<DataFile, 'description'>[]): {
  readonly files: readonly DataFile[];
  readonly folders: readonly DataFolder[];
} {
  const files: DataFile[] = [];
  const sizes = new Map<string, { files: number; bytes: number }>();
  for (const file of copied) {
    const folder = topOf(file.name);
    if (folder === undefined) files.push({ ...file, description: meaningOf(file.name) });
    else {
      const size = sizes.get(folder) ?? { files: 0, bytes: 0 };
      sizes.set(folder, { files: size.files + 1, bytes: size.bytes + file.bytes });
    }
  }
  const folders = [...sizes].map(([name, size]) => ({ name, description: meaningOf(`${name}/`), ...size }));
  return { files, folders };
}

function topOf(name: string): string | undefined {
  return dirname(name) === '.' ? undefined : name.slice(0, name.indexOf('/'));
}

function meaningOf(name: string): string {
  return (
    MEANINGS[name] ?? (name.endsWith('/') ? 'Further files of the crawl.' : 'Further file of the crawl.')
  );
}
