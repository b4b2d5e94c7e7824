import { DBPEDIA_RESOURCE_BASE } from '../../../model/vocabulary.js';
import type { DumpReceiver } from './dump-facts.js';
import { dumpLines } from '../../../language/linking/labels/dump-text.js';

/**
 * Reads counts of DBpedia Spotlight's model builder: `pairCounts` (link text, resource, count) and `uriCounts`
 * (resource, count), separated by tabs. A resource without scheme is one of DBpedia. Malformed lines are reported and
 * skipped.
 * @throws InputError when the file is missing, cut off or damaged
 */
export async function readCountDump(path: string, { onFact, onProblem }: DumpReceiver): Promise<void> {
  let number = 0;
  for await (const lines of dumpLines(path)) {
    for (const line of lines) {
      number += 1;
      if (line.trim() === '') continue;
      const columns = line.trimEnd().split('\t');
      const count = Number(columns.pop());
      const resource = columns.pop()?.trim() ?? '';
      const label = columns.pop();
      if (resource === '' || columns.length > 0 || !(count > 0) || !Number.isFinite(count)) {
        onProblem({
          where: `${path}:${number}`,
          message: 'is not a line of two or three columns that ends in a count',
        });
        continue;
      }
      const iri = /^[a-z][a-z0-9+.-]*:\S+$/iu.test(resource)
        ? resource
        : DBPEDIA_RESOURCE_BASE + resource.replaceAll(' ', '_');
      if (label === undefined) onFact({ kind: 'popularity', iri, count });
      else onFact({ kind: 'anchor', iri, label, count });
    }
  }
}
