import type { CorpusItem, CorpusReader } from '../../model/document.js';
import { problem } from './draft.js';

/** The items of a source without documents whose id was read before: each of them is a problem `duplicate id`. */
export async function* withoutDuplicateIds(
  items: AsyncIterable<CorpusItem>,
  owner: string,
  owners: Map<string, string>,
): AsyncGenerator<CorpusItem> {
  for await (const item of items) {
    if (item.kind === 'document') {
      const { id } = item.document;
      const earlier = owners.get(id);
      if (earlier !== undefined) {
        yield problem(
          `${owner}: ${id}`,
          `duplicate id '${id}', it was read from ${earlier} already; rename one of the two, leave one source out, or put both into one folder, where ids carry the name of the file`,
        );
        continue;
      }
      owners.set(id, owner);
    }
    yield item;
  }
}

/**
 * Several sources as one corpus, read one after the other. A document whose id an earlier one has is a problem
 * `duplicate id` and skipped. Keeps the ids in memory, not the documents.
 */
export function mergeCorpora(readers: readonly CorpusReader[]): CorpusReader {
  return {
    name: readers.map((reader) => reader.name).join(', '),
    async *read(): AsyncGenerator<CorpusItem> {
      const owners = new Map<string, string>();
      for (const reader of readers) yield* withoutDuplicateIds(reader.read(), reader.name, owners);
    },
  };
}
