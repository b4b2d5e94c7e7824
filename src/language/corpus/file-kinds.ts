import type { FileKind, OpenRecords, ReadDocument } from './options.js';
import type { RecordFormat } from './records/record-files.js';
import { readPlainText } from './documents/text-format.js';

const withGzip = (...endings: readonly string[]): readonly string[] => [
  ...endings,
  ...endings.map((ending) => `${ending}.gz`),
];

/** A reader that is loaded when it is first read from. */
const later =
  (load: () => Promise<OpenRecords>): OpenRecords =>
  (source, options, pathInFolder) => ({
    name: source,
    async *read() {
      yield* (await load())(source, options, pathInFolder).read();
    },
  });

const recordReader = async (): Promise<(format: RecordFormat) => OpenRecords> =>
  (await import('../../extensions/documents/records.js')).recordReader;

/**
 * Every kind of file that a corpus may consist of: documents, then records. Readers are loaded when a file of their kind is
 * read.
 */
export const FILE_KINDS: readonly FileKind[] = [
  { kind: 'document', endings: withGzip('.txt'), read: readPlainText },
  {
    kind: 'document',
    endings: withGzip('.md'),
    read: async (bytes, _most, characters) =>
      (await import('./documents/markdown-format.js')).readMarkdown(bytes, characters),
  },
  {
    kind: 'document',
    endings: withGzip('.html', '.htm', '.xhtml'),
    read: async (bytes) => (await import('./documents/html-format.js')).readHtml(bytes),
  },
  ...(['pdf', 'docx', 'odt', 'epub'] as const).map((kind) => ({
    kind: 'document' as const,
    endings: [`.${kind}`],
    read: async (...file: Parameters<ReadDocument>) =>
      (await import('../../extensions/documents/read-document.js')).corpusDocumentReader(kind)(...file),
  })),
  {
    kind: 'records',
    endings: withGzip('.jsonl', '.ndjson'),
    open: later(async () => (await import('../../extensions/documents/records.js')).createJsonLinesReader),
  },
  {
    kind: 'records',
    endings: withGzip('.csv', '.tsv'),
    open: later(async () => (await import('../../extensions/documents/records.js')).createDelimitedReader),
  },
  {
    kind: 'records',
    endings: [...withGzip('.warc', '.wet', '.arc'), '.warc.zst', '.wet.zst'],
    open: later(async () =>
      (await recordReader())((await import('../../extensions/archives/warc-corpus.js')).warcFormat),
    ),
  },
];

/** Endings of all files that are read. */
export const KNOWN_ENDINGS: readonly string[] = FILE_KINDS.flatMap(({ endings }) => endings);

/** The known endings for a message: `.txt, .md, … (also with .gz)`. */
export const KNOWN_ENDINGS_TEXT = `${KNOWN_ENDINGS.filter((ending) => !ending.endsWith('.gz')).join(', ')} (texts, tables and archives also with .gz)`;

/** Ending of a file's name, of the known endings the longest; undefined for none. */
export function endingOf(path: string, own: readonly FileKind[] = []): string | undefined {
  const name = path.toLowerCase();
  const known = [...own.flatMap(({ endings }) => endings), ...KNOWN_ENDINGS];
  return known.filter((ending) => name.endsWith(ending)).sort((a, b) => b.length - a.length)[0];
}

/**
 * The kind of a file by its name; undefined when it is not to be read.
 * @param own kinds besides the built-in ones, which they win over
 */
export function fileKind(path: string, own: readonly FileKind[] = []): FileKind | undefined {
  const ending = endingOf(path, own);
  return ending === undefined
    ? undefined
    : [...own, ...FILE_KINDS].find(({ endings }) => endings.includes(ending));
}
