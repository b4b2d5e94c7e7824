import type { CorpusItem, CorpusReader } from '../model/document.js';
import { problem } from './draft.js';

/**
 * Several sources as one corpus, read one after the other. A document whose id an earlier one has is a problem
 * `duplicate id` and skipped. Keeps the ids in memory, not the documents.
 */
export function mergeCorpora(readers: readonly CorpusReader[]): CorpusReader {
  return {
    name: readers.map((reader) => reader.name).join(', '),
    async *read(): AsyncGenerator<CorpusItem> {
      const owners = new Map<string, string>();
      for (const reader of readers) {
        for await (const item of reader.read()) {
          const id = item.kind === 'document' ? item.document.id : undefined;
          const owner = id === undefined ? undefined : owners.get(id);
          if (id !== undefined && owner !== undefined) {
            yield problem(
              `${reader.name}: ${id}`,
              `duplicate id '${id}', it was read from ${owner} already; rename one of the two or leave one source out`,
            );
            continue;
          }
          if (id !== undefined) owners.set(id, reader.name);
          yield item;
        }
      }
    },
  };
}
