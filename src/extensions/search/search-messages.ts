import type { PagePassages, SearchAnswer } from '../../model/collection-search.js';
import type { SearchProgress } from './api.js';
import type { SearchOptions } from './search-settings.js';

/** A search for a thread. */
export interface SentSearch {
  /** Names it in messages about its progress. */
  readonly id: number;
  readonly outs: readonly string[];
  readonly query: string;
  readonly options: SearchOptions;
  readonly offset: number;
}

/** A request for passages for a thread. */
export interface SentPassages {
  readonly id: number;
  readonly out: string;
  readonly url: string;
  readonly wanted: { readonly from: number; readonly to: number };
}

/** Protocol of the threads that search. */
export interface SearchProtocol {
  readonly data: undefined;
  readonly ready: undefined;
  readonly tasks: {
    readonly search: (search: SentSearch) => SearchAnswer;
    readonly passages: (wanted: SentPassages) => PagePassages;
  };
  readonly calls: {
    readonly progress: (told: { readonly id: number; readonly progress: SearchProgress }) => void;
  };
}
