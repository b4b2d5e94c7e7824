import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import { messageOf } from '../../../model/errors.js';
import { metadataOfPage } from './page-reading.js';

/** Reads what accepted pages say of themselves while they are crawled. A page that cannot be read has none in its event. */
export const pageDescriptions: FeatureModule = {
  open: (_settings, { logger }) => ({
    name: 'page-data',
    begin: () => ({
      describe({ event, body }) {
        try {
          return Promise.resolve({ metadata: metadataOfPage(event, body) });
        } catch (thrown) {
          logger.warn(`${event.url}: what the page says of itself was not read: ${messageOf(thrown)}`);
          return Promise.resolve({});
        }
      },
    }),
  }),
};
