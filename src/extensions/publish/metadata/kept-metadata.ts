import { openArchiveOf, openBodiesOf } from '../../../crawling/store/kept-crawl.js';
import type { MetadataOfPages } from '../../../app/crawl/pages.js';
import type { VirtualWeb } from '../../../web/stored/virtual-web.js';
import { once } from '../../../support/once.js';
import { metadataOfPage } from './page-reading.js';

/** The metadata of the pages of a crawl: as the crawl kept them, else read out of the pages. */
export function openMetadata(folder: string): MetadataOfPages {
  let archive: VirtualWeb | undefined;
  const bodies = once(async () => {
    archive = await openArchiveOf(folder);
    return openBodiesOf(folder, { archive });
  });
  return {
    of: async (event) => {
      if (event.metadata !== undefined) return event.metadata;
      const body = await (await bodies()).bodyOf(event);
      return typeof body === 'string' ? undefined : metadataOfPage(event, body);
    },
    close: async () => archive?.close?.(),
  };
}
