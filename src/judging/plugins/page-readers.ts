import type { PageJudge } from '../../model/judging.js';
import type { Page, PageReader } from '../../model/page.js';
import { pageReaderFor, readOwnPage } from './guarded-parts.js';
import type { OwnPageReader } from './plugin.js';
import type { Registered } from './registry.js';

/** A reader of pages that may take its time. */
export interface AsyncPageReader {
  read(...response: Parameters<PageReader['read']>): Promise<Page> | Page;
}

/** Reads by the first of the user-defined readers that accepts a response, else by the given one. */
export function withOwnReaders(
  readers: readonly Registered<OwnPageReader>[],
  otherwise: PageReader,
): AsyncPageReader {
  return {
    read(body, url, contentType) {
      const own = pageReaderFor(readers, url, contentType);
      return own === undefined
        ? otherwise.read(body, url, contentType)
        : readOwnPage(own, body, url, contentType);
    },
  };
}

/** What a judge reads besides HTML. */
export function readsMore(readers: readonly Registered<OwnPageReader>[]): Pick<PageJudge, 'reads'> {
  if (readers.length === 0) return {};
  return { reads: (url, contentType) => pageReaderFor(readers, url, contentType) !== undefined };
}
