import type { CollectionSearchPort } from '../../model/collection-search.js';
import { readPassages, search } from './search.js';

/** Search for other extensions. */
export const collectionSearch: CollectionSearchPort = {
  search: (outs, query, { offset = 0, topic = [], ...settings }, how) =>
    search(outs, query, { ...settings, ...(topic.length === 0 ? {} : { topic }) }, how, offset),
  passages: readPassages,
};
