import { statSync, type Stats } from 'node:fs';
import { extname } from 'node:path';
import type { CorpusReader } from '../model/document.js';
import { InputError, messageOf } from '../model/errors.js';
import { createFolderReader, DOCUMENT_EXTENSIONS } from './folder.js';
import { createJsonLinesReader } from './json-lines.js';
import { mergeCorpora } from './merge.js';
import type { CorpusOptions } from './options.js';

const JSON_LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;

const HINT = 'Give the path of a folder of texts, of a text, or of a JSON lines file.';

function inspect(source: string): Stats {
  let found: Stats | undefined;
  try {
    found = statSync(source, { throwIfNoEntry: false });
  } catch (thrown) {
    throw new InputError(`${source} cannot be read: ${messageOf(thrown)}`, { hint: HINT, cause: thrown });
  }
  if (found === undefined) throw new InputError(`${source} does not exist`, { hint: HINT });
  return found;
}

/**
 * The reader for what a path is: a folder, one .txt, .md, .html or .htm file, or JSON lines (.jsonl, .ndjson, also
 * with .gz).
 * @throws InputError when the path does not exist or is of no such kind
 */
export function openCorpus(source: string, options: CorpusOptions = {}): CorpusReader {
  const isFolder = inspect(source).isDirectory();
  if (isFolder || DOCUMENT_EXTENSIONS.includes(extname(source).toLowerCase()))
    return createFolderReader(source, options);
  if (JSON_LINES.test(source)) return createJsonLinesReader(source, options);
  const json = /\.json$/i.test(source) ? " A JSON array becomes JSON lines with: jq -c '.[]'" : '';
  throw new InputError(`${source} is of a kind that no reader knows`, {
    hint: `Known are folders, ${DOCUMENT_EXTENSIONS.join(', ')}, .jsonl, .ndjson, .jsonl.gz and .ndjson.gz.${json}`,
  });
}

/**
 * Opens several sources as one corpus; see {@link openCorpus} and {@link mergeCorpora}.
 * @throws InputError when one of them cannot be used
 */
export function openCorpora(sources: readonly string[], options: CorpusOptions = {}): CorpusReader {
  return mergeCorpora(sources.map((source) => openCorpus(source, options)));
}
