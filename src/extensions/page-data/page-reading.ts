import { markupOf } from '../../web/page/reader.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { PageMetadata } from '../../model/page-metadata.js';
import type { DescribedResponse } from '../../crawling/engine/feature.js';
import { given } from '../../support/given.js';
import { parseUrl } from '../../support/parse-url.js';
import { pageFileName } from '../../crawling/store/page-files.js';
import { metadataOf } from './metadata/metadata-of.js';
import { readMarkup, type PageMarkup } from './metadata/page-markup.js';
import { pageGraph } from '../../crawling/store/page-data-quads.js';
import { pageStatements, type PageStatements } from './statements/page-statements.js';

/** A page with its markup read. */
interface MarkedPage {
  readonly html: string;
  readonly markup: PageMarkup;
}

/** What is known of a page from its event. */
type PageEvent = DescribedResponse['event'];

function markedPage({ contentType = '' }: PageEvent, body: Uint8Array): MarkedPage {
  const html = markupOf(body, contentType);
  return { html, markup: readMarkup(html) };
}

/** What a page says of itself. Of the response, its event keeps `Last-Modified` and licences, and of lists that named it their times. */
export function metadataOfPage(event: PageEvent, body: Uint8Array): PageMetadata {
  return metadataOfMarkup(event, markedPage(event, body));
}

function metadataOfMarkup(event: PageEvent, { markup }: MarkedPage): PageMetadata {
  const { url, finalUrl = url, time, validators, rights, listed } = event;
  const modified = validators?.lastModified;
  const headers: Readonly<Record<string, string>> =
    modified === undefined ? {} : { 'last-modified': modified };
  const metadata = metadataOf(markup, { url: finalUrl, fetched: time, headers, ...given({ listed }) });
  const [licence] = rights?.licences ?? [];
  return metadata.licence === undefined && licence !== undefined
    ? { ...metadata, licence: { value: licence, source: 'http', confidence: 0.8 } }
    : metadata;
}

/** What a page says of itself, and the RDF in it. */
export async function readPage(
  event: CrawlEvent,
  body: Uint8Array,
  crawl: string,
): Promise<{ readonly metadata: PageMetadata; readonly statements: PageStatements }> {
  const page = markedPage(event, body);
  const { url, finalUrl = url } = event;
  const base = parseUrl(page.markup.base, finalUrl)?.href ?? finalUrl;
  const statements = await pageStatements({
    ...page,
    base,
    graph: pageGraph(crawl, url),
    label: `p${pageFileName(url)}`,
  });
  return { metadata: metadataOfMarkup(event, page), statements };
}
