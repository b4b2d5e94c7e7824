import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import type { Rights } from '../../../model/rights.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import type { Refusal } from '../../../crawling/engine/feature.js';
import { createTdmFiles } from './tdm-files.js';

/** The feature, for the list of features. */
export const reservations: FeatureModule = { open: (_settings, parts) => reservationFeature(parts) };

/** Skips pages that reserve text and data mining, or that are not for machine learning; asks their hosts as well. */
export function reservationFeature(fetched: Parameters<typeof createTdmFiles>[0]): CrawlFeature {
  return {
    name: 'reservations',
    begin({ parts }) {
      const files = createTdmFiles(fetched);
      const { robots } = parts;
      return {
        needsFirst: (url) => (files.knows(url, robots) ? undefined : (signal) => files.load(url, signal)),
        hostRights: (url) => files.reservation(url),
        refuses: reservedBy,
      };
    },
  };
}

function reservedBy(rights: Rights | undefined): Refusal | undefined {
  const code = 'tdm-reserved';
  if (rights?.tdmReserved === true) {
    const policy = rights.tdmPolicy === undefined ? '' : `; its policy: ${rights.tdmPolicy}`;
    return { code, message: `text and data mining is reserved${policy}` };
  }
  return rights?.directives?.includes('noai') === true ? { code, message: 'it says noai' } : undefined;
}
