import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { finishDraft, problem } from '../../../language/corpus/draft.js';
import { detectLanguage } from '../../../language/text/language.js';
import { DEFAULT_CORPUS_OPTIONS } from '../../../language/corpus/default-options.js';
import { declaredKind } from '../../../language/corpus/file-kinds.js';
import type { CorpusOptions, FileKind } from '../../../language/corpus/options.js';
import type { CorpusItem, CorpusReader } from '../../../model/document.js';
import { messageOf, SfwcError } from '../../../model/errors.js';
import type { AnyDocuments, DocumentReader, OwnDocument } from '../../../judging/plugins/plugin.js';
import type { Plugins, Registered } from '../../../judging/plugins/registry.js';

/** The kinds of files that user-defined readers read, as corpora know kinds. */
export function documentKinds(plugins: Plugins): readonly FileKind[] {
  return plugins.all('readers').map(({ part, ...registered }): FileKind => {
    if ('load' in part) return guardedKind(declaredKind(part), registered.name);
    const reader = { ...registered, part };
    return {
      kind: 'records',
      endings: part.endings.map((ending) => ending.toLowerCase()),
      open: (file, options = {}, id = basename(file)) => ({
        name: file,
        read: () => readOwn(reader, file, id, options),
      }),
    };
  });
}

/** A reader that is declared: what it throws at a file of records is a problem, as it is at a document. */
function guardedKind(kind: FileKind, name: string): FileKind {
  if (kind.kind !== 'records') return kind;
  const read = async function* (file: string, reader: CorpusReader): AsyncGenerator<CorpusItem> {
    try {
      yield* reader.read();
    } catch (error) {
      if (error instanceof SfwcError) throw error;
      yield problem(file, `the reader '${name}' failed: ${messageOf(error)}`);
    }
  };
  return {
    ...kind,
    open: (file, ...given) => ({ name: file, read: () => read(file, kind.open(file, ...given)) }),
  };
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
      yield* finished(document, { id: idIn(path, document, count), where: file }, options);
    }
  } catch (error) {
    yield problem(file, `the reader '${name}' failed: ${messageOf(error)}`);
  }
}

function finished(
  document: OwnDocument,
  place: { readonly id: string; readonly where: string },
  { detectLanguage: detect = detectLanguage, maximumCharacters }: CorpusOptions,
): ReturnType<typeof finishDraft> {
  return finishDraft(document, place, detect, maximumCharacters);
}

function idIn(path: string, { id }: OwnDocument, count: number): string {
  return id === undefined ? numbered(path, count) : `${path}#${id}`;
}

/** The first document has the file's own id, which is right where it is the only one. */
function numbered(path: string, count: number): string {
  return count === 1 ? path : `${path}#${count}`;
}

async function* documentsIn(found: AnyDocuments): AsyncGenerator<OwnDocument, undefined> {
  if (Symbol.asyncIterator in found || Symbol.iterator in found) yield* found;
  else yield found;
}
