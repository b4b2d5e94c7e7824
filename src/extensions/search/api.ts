import type { CallOptions } from '../../app/settings/call-options.js';
import { takeCall } from '../../app/settings/call-options.js';
import type { SearchAnswer } from '../../model/collection-search.js';
import { search } from './search.js';
import type { SearchOptions } from './search-settings.js';

/** `sfwc/search`: search in what crawls have accepted. */
export type { CallOptions, SearchOptions };
export type {
  Count,
  Facets,
  FoundPassage,
  MarkedText,
  SearchAnswer,
  SearchedCollection,
  SearchHit,
  Widening,
} from '../../model/collection-search.js';

/** Progress of an index, in bytes of the events that it has read. */
export interface SearchProgress {
  readonly out: string;
  readonly done: number;
  readonly total: number;
}

/**
 * Searches the accepted pages of crawls. The first search makes an index in the folder of each, later ones bring it up to date.
 * Texts in the answer come from the Web, without control characters; escape them before they become HTML.
 * @throws UsageError, InputError, OutputError
 */
export async function searchCollection(
  outs: string | readonly string[],
  query: string,
  options: SearchOptions & CallOptions<SearchProgress> = {},
): Promise<SearchAnswer> {
  const { how, settings } = takeCall<typeof options, SearchProgress>('searchCollection', options);
  return search([outs].flat(), query, settings, how);
}
