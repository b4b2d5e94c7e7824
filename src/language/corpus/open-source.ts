import { statSync, type Stats } from 'node:fs';
import type { CorpusReader } from '../../model/document.js';
import { InputError, messageOf } from '../../model/errors.js';
import { fileKind, KNOWN_ENDINGS_TEXT } from './file-kinds.js';
import { createFolderReader } from './folder.js';
import type { CorpusOptions } from './options.js';

const HINT =
  'Give the path of a folder of texts, of a text, or of a file of records (JSON lines, CSV, WARC).';

function inspect(source: string): Stats {
  let found: Stats | undefined;
  try {
    found = statSync(source, { throwIfNoEntry: false });
  } catch (thrown) {
    throw new InputError(`${source} cannot be read: ${messageOf(thrown)}`, { hint: HINT, cause: thrown });
  }
  if (found !== undefined) return found;
  throw new InputError(`${source} does not exist`, { hint: HINT });
}

/** The reader for what a path is: a folder, or one file of a known kind (FILE_KINDS). @throws InputError */
export function openCorpus(source: string, options: CorpusOptions = {}): CorpusReader {
  if (inspect(source).isDirectory() || fileKind(source, options.kinds) !== undefined)
    return createFolderReader(source, options);
  const json = /\.json$/i.test(source) ? " A JSON array becomes JSON lines with: jq -c '.[]'" : '';
  throw new InputError(`${source} is of a kind that no reader knows`, {
    hint: `Known are folders and ${KNOWN_ENDINGS_TEXT}.${json}`,
  });
}
