import { createCounts } from '../counts.js';
import type { PageRow } from '../../../judging/plugins/plugin.js';

/** Figures of the rows of a collection, counted as they pass. */
export interface CollectionFigures {
  readonly rows: number;
  readonly pages: number;
  readonly words: number;
  readonly hosts: ReadonlyMap<string, number>;
  /** By BCP 47 tag; empty for pages whose language is not known. */
  readonly languages: ReadonlyMap<string, number>;
  /** A page may name several; empty for pages that name none. */
  readonly licences: ReadonlyMap<string, number>;
  readonly classifiers: ReadonlyMap<string, number>;
  readonly duplicates: number;
  readonly nearDuplicates: number;
  readonly tdmReserved: number;
  readonly noAi: number;
  /** ISO 8601, UTC; absent without pages. */
  readonly firstFetched?: string;
  readonly lastFetched?: string;
}

/** Hosts and licences that are counted one by one. */
const MAX = 5000;

/** Counts the rows of a collection; chunks of a page come one after the other. */
export function createCollectionFigures(): {
  readonly add: (row: PageRow) => void;
  readonly all: () => CollectionFigures;
} {
  const [hosts, languages] = [createCounts(MAX, 'other hosts'), createCounts(MAX, 'other languages')];
  const [licences, classifiers] = [createCounts(MAX, 'other licences'), createCounts(MAX, 'others')];
  const sums = { rows: 0, pages: 0, words: 0, duplicates: 0, nearDuplicates: 0, tdmReserved: 0, noAi: 0 };
  let [last, firstFetched, lastFetched] = ['', '', ''];
  return {
    add(row) {
      sums.rows += 1;
      const id = textOf(row['id']);
      if (id === last) return;
      last = id;
      sums.pages += 1;
      sums.words += Number(row['words'] ?? 0);
      sums.duplicates += Number(row['duplicateOf'] !== undefined);
      sums.nearDuplicates += Number(row['nearDuplicateOf'] !== undefined);
      sums.tdmReserved += Number(row['tdmReserved'] === true);
      sums.noAi += Number(row['aiDirectives'] !== undefined);
      hosts.add(textOf(row['host']));
      languages.add(textOf(row['language']));
      classifiers.add(textOf(row['classifier']));
      const named = Array.isArray(row['licences']) && row['licences'].length > 0 ? row['licences'] : [''];
      for (const name of new Set(named.map(textOf))) licences.add(name);
      const fetched = textOf(row['fetched']);
      if (firstFetched === '' || fetched < firstFetched) firstFetched = fetched;
      if (fetched > lastFetched) lastFetched = fetched;
    },
    all: () => ({
      ...sums,
      hosts: hosts.all(),
      languages: languages.all(),
      licences: licences.all(),
      classifiers: classifiers.all(),
      ...(sums.pages === 0 ? {} : { firstFetched, lastFetched }),
    }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
