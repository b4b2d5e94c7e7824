import { openKeptPages } from '../../../crawling/store/kept-pages.js';
import type { MetadataOfPages } from '../../../app/crawl/pages.js';
import { metadataOfPage } from './page-reading.js';

/** The metadata of the pages of a crawl: as the crawl kept them, else read out of the pages. */
export function openMetadata(folder: string): MetadataOfPages {
  const pages = openKeptPages(folder);
  return {
    of: async (event) => {
      if (event.metadata !== undefined) return event.metadata;
      const body = await pages.bodyOf(event);
      return body && metadataOfPage(event, body);
    },
  };
}
