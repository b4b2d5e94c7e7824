import { basename } from 'node:path';
import type { AnyDocuments, DocumentReader, UserDocument } from '../../../judging/plugins/plugin.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import { DEFAULT_CORPUS_OPTIONS, finishDraft, problem } from '../../../language/corpus/draft.js';
import { readFileBytes } from '../../../language/corpus/folder.js';
import type { CorpusOptions, FileKind } from '../../../language/corpus/options.js';
import { detectLanguage } from '../../../language/text/language.js';
import type { CorpusItem } from '../../../model/document.js';
import { messageOf, SfwcError } from '../../../model/errors.js';

/** The kinds of files that user-defined readers read, as corpora know kinds. An error of a reader is a problem of its file. */
export function documentKinds(plugins: Plugins): readonly FileKind[] {
  return plugins.all('readers').map(({ name, part }) => ({
    kind: 'records',
    endings: part.endings.map((ending) => ending.toLowerCase()),
    open: (file, options = {}, id = basename(file)) => ({
      name: file,
      async *read() {
        try {
          yield* readOwn(part, file, id, options);
        } catch (error) {
          if (error instanceof SfwcError) throw error;
          yield problem(file, `the reader '${name}' failed: ${messageOf(error)}`);
        }
      },
    }),
  }));
}

async function* readOwn(
  part: DocumentReader,
  file: string,
  path: string,
  { maximumFileBytes = DEFAULT_CORPUS_OPTIONS.maximumFileBytes, ...options }: CorpusOptions,
): AsyncGenerator<CorpusItem> {
  let count = 0;
  const found = await part.read(await readFileBytes(file, maximumFileBytes), file);
  for await (const document of documentsIn(found)) {
    count += 1;
    if (typeof (document as Partial<UserDocument>).text !== 'string')
      throw new Error(`document ${count} has no text`);
    // The first document has the file's own id, which is right where it is the only one.
    const own = document.id ?? (count === 1 ? undefined : String(count));
    const place = { id: own === undefined ? path : `${path}#${own}`, where: file };
    yield* finishDraft(document, place, options.detectLanguage ?? detectLanguage, options.maximumCharacters);
  }
}

async function* documentsIn(found: AnyDocuments): AsyncGenerator<UserDocument, undefined> {
  if (Symbol.asyncIterator in found || Symbol.iterator in found) yield* found;
  else yield found;
}
