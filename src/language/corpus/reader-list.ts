// Made by scripts/extension-list.js out of src/extensions/*/extension.ts; `npm run extensions` makes it again.
import type { ReaderDeclaration } from './options.js';

/** A reader of an extension, by its name there. */
export interface ListedReader extends Pick<ReaderDeclaration, 'summary' | 'kind' | 'endings'> {
  readonly extension: string;
  readonly name: string;
}

/** The readers of extensions. */
export const READERS: readonly ListedReader[] = [
  { extension: 'documents', name: 'pdf', summary: 'PDF', kind: 'document', endings: ['.pdf'] },
  { extension: 'documents', name: 'docx', summary: 'Word', kind: 'document', endings: ['.docx'] },
  { extension: 'documents', name: 'odt', summary: 'OpenDocument text', kind: 'document', endings: ['.odt'] },
  { extension: 'documents', name: 'epub', summary: 'EPUB', kind: 'document', endings: ['.epub'] },
  {
    extension: 'records',
    name: 'jsonl',
    summary: 'JSON lines',
    kind: 'records',
    endings: ['.jsonl', '.ndjson', '.jsonl.gz', '.ndjson.gz'],
  },
  {
    extension: 'records',
    name: 'csv',
    summary: 'tables separated by commas, semicolons or tabs',
    kind: 'records',
    endings: ['.csv', '.tsv', '.csv.gz', '.tsv.gz'],
  },
  {
    extension: 'webs',
    name: 'warc',
    summary: 'web archives',
    kind: 'records',
    endings: ['.warc', '.wet', '.warc.gz', '.wet.gz'],
  },
  {
    extension: 'wikipedia',
    name: 'mediawiki',
    summary: 'an XML export of a MediaWiki',
    kind: 'records',
    endings: ['.xml', '.xml.gz', '.xml.bz2'],
  },
];
