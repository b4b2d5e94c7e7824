import { markupOf } from '../../../web/page/reader.js';
import type { PageMetadata } from '../../../model/page-metadata.js';
import type { DescribedResponse } from '../../../crawling/engine/feature.js';
import { given } from '../../../support/given.js';
import { metadataOf } from './metadata-of.js';
import { readMarkup } from './page-markup.js';

/** The metadata of a page. Of the response, its event keeps `Last-Modified` and licences, and of lists that named it their times. */
export function metadataOfPage(event: DescribedResponse['event'], body: Uint8Array): PageMetadata {
  const { url, finalUrl = url, time, contentType = '', validators, rights, listed } = event;
  const { lastModified } = validators ?? {};
  const markup = readMarkup(markupOf(body, contentType));
  const metadata = metadataOf(markup, { url: finalUrl, fetched: time, ...given({ lastModified, listed }) });
  const [licence] = rights?.licences ?? [];
  return metadata.licence === undefined && licence !== undefined
    ? { ...metadata, licence: { value: licence, source: 'http', confidence: 0.8 } }
    : metadata;
}
