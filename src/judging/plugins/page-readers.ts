import { messageOf } from '../../model/errors.js';
import type { PageJudge } from '../../model/judging.js';
import type { Page, PageReader } from '../../model/page.js';
import { given } from '../../support/given.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { callPart } from './call-part.js';
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

/** The reader of pages that takes a response, among the user-defined ones; undefined where none does. */
export function pageReaderFor(
  readers: readonly Registered<OwnPageReader>[],
  url: string,
  contentType: string,
): Registered<OwnPageReader> | undefined {
  return readers.find(({ name, part }) =>
    callPart(`the page reader '${name}'`, ` at ${url}`, () => part.accepts(url, contentType)),
  );
}

/** Reads a page. @throws Error that names the reader: it failed, or its answer is not a page */
export async function readOwnPage(
  { name, part }: Registered<OwnPageReader>,
  ...[body, url, contentType]: Parameters<PageReader['read']>
): Promise<Page> {
  try {
    const draft = await part.read(body, url, contentType);
    if (typeof (draft as Partial<typeof draft> | undefined)?.text !== 'string')
      throw new Error('it gave no text');
    return { ...emptyPage(url), ...given(draft), url };
  } catch (error) {
    throw new Error(`the page reader '${name}' failed: ${messageOf(error)}`, { cause: error });
  }
}
