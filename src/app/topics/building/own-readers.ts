import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { finishDraft, problem } from '../../../language/corpus/draft.js';
import { detectLanguage } from '../../../language/text/language.js';
import { DEFAULT_CORPUS_OPTIONS } from '../../../language/corpus/default-options.js';
import type { CorpusOptions, FileKind } from '../../../language/corpus/options.js';
import type { CorpusItem } from '../../../model/document.js';
import { messageOf } from '../../../model/errors.js';
import type { AnyDocuments, DocumentReader, OwnDocument } from '../../../judging/plugins/plugin.js';
import type { Plugins, Registered } from '../../../judging/plugins/registry.js';

/** The kinds of files that user-defined readers read, as corpora know kinds. */
export function documentKinds(plugins: Plugins): readonly FileKind[] {
  return plugins.all('readers').map((reader) => ({
    kind: 'records',
    endings: reader.part.endings.map((ending) => ending.toLowerCase()),
    open: (file, options = {}, id = basename(file)) => ({
      name: file,
      read: () => readOwn(reader, file, id, options),
    }),
  }));
}

async function* readOwn(
  { name, part }: Registered<DocumentReader>,
  file: string,
  path: string,
  options: CorpusOptions,
): AsyncGenerator<CorpusItem> {
  const limit = options.maximumFileBytes ?? DEFAULT_CORPUS_OPTIONS.maximumFileBytes;
  let count = 0;
  try {
    if ((await stat(file)).size > limit) throw new Error(`the file is larger than ${limit} bytes; split it`);
    for await (const document of documentsIn(await part.read(await readFile(file), file))) {
      count += 1;
      if (typeof (document as Partial<OwnDocument>).text !== 'string')
        throw new Error(`document ${count} has no text`);
      const id = document.id === undefined ? numbered(path, count) : `${path}#${document.id}`;
      yield* finishDraft(
        document,
        { id, where: file },
        options.detectLanguage ?? detectLanguage,
        options.maximumCharacters,
      );
    }
  } catch (error) {
    yield problem(file, `the reader '${name}' failed: ${messageOf(error)}`);
  }
}

/** The first document has the file's own id, which is right where it is the only one. */
function numbered(path: string, count: number): string {
  return count === 1 ? path : `${path}#${count}`;
}

async function* documentsIn(found: AnyDocuments): AsyncGenerator<OwnDocument> {
  if (Symbol.asyncIterator in found || Symbol.iterator in found) yield* found;
  else yield found;
}
