import { STRATEGY_NAMES, type StrategyName } from '../../../src/judging/plugins/built-in-strategies.js';
import { loadStrategy } from '../../../src/crawling/priority/strategy-parts.js';
import {
  STRATEGY_SETTINGS,
  type StrategySettings,
} from '../../../src/crawling/priority/strategy-settings.js';
import { linkPriorityContract } from '../../contracts/link-priority.js';
import { beeSight, smallMeanings } from '../../support/small-sight.js';

const sight = beeSight();
const meanings = smallMeanings({ bee: 1, insect: 2, honey: 3, queen: 4 }, { 1: [2], 4: [1] });
/** A browse that ends within the suite's first pages. */
const settings: StrategySettings = { ...STRATEGY_SETTINGS, hmm: { ...STRATEGY_SETTINGS.hmm, browse: 8 } };
/** They go by the page, its path or its judgement; all links of a page are equal to them. */
const BY_PAGE: readonly StrategyName[] = [
  'krs',
  'krs-best-first',
  'breadth-first',
  'best-first-page',
  'hmm',
  'hmm-centroid',
];

for (const name of STRATEGY_NAMES) {
  const make = await loadStrategy(name);
  linkPriorityContract(
    name,
    () => make({ sight: () => sight, meanings: () => meanings, settings }),
    BY_PAGE.includes(name) ? 'page' : 'text',
  );
}
