import type { FeatureParts, FeatureModule } from '../feature-module.js';
import type { CrawlSettings } from '../../settings/crawl-settings.js';
import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import { readStopCondition, type StopCondition } from '../../../crawling/engine/stop-condition.js';
import { readEvents } from '../../../crawling/store/result-folder.js';
import type { Own } from '../../../support/with-resources.js';
import { openFoundQueries, readAsks, type FoundQueries } from './found-queries.js';

/** Ends a crawl when a query over what it has found holds. */
export const foundQueries: FeatureModule = {
  async refuseUnfit(settings) {
    await readAsks(conditionsOf(settings));
  },
  open: foundQueriesFeature,
};

function conditionsOf({ until }: Pick<CrawlSettings, 'until'>): readonly StopCondition[] {
  return until.map(readStopCondition);
}

/** The feature: its queries are opened when the crawl prepares it, with the events of earlier runs. */
export function foundQueriesFeature(
  settings: Pick<CrawlSettings, 'until'>,
  { identity, out, isContinued, logger }: Pick<FeatureParts, 'identity' | 'out' | 'isContinued' | 'logger'>,
  own: Own,
): CrawlFeature {
  let queries: FoundQueries | undefined;
  return {
    name: 'found-queries',
    async prepare() {
      const before = isContinued ? readEvents(out) : undefined;
      queries = own(await openFoundQueries(conditionsOf(settings), identity, before, logger));
    },
    written: async (event) => queries?.note(event),
    begin: () => ({
      isMet: (condition) => (condition.kind === 'ask' ? queries?.holds(condition.file) : undefined),
    }),
  };
}
