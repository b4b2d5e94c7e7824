import type { LinkPriority } from '../../../model/crawl-event.js';
import type { StrategySettings } from '../../../crawling/priority/strategy-settings.js';
import type { TopicSight } from '../../../crawling/priority/topic-sight.js';
import { contributions } from '../../../crawling/priority/simple-strategies.js';

/** Score that a link inherits from its page: the page's own relevance or, if it has none, what the page inherited. */
export function inheritedScore(
  page: number,
  inheritedByPage: number,
  { decay, relevant }: StrategySettings['sharkSearch'],
): number {
  return decay * (page >= relevant ? page : inheritedByPage);
}

/**
 * Shark-search (Hersovici, Jacovi, Maarek, Pelleg, Shtalhaim and Ur 1998, "The shark-search algorithm", figure 2):
 *
 *     inherited(child)    = δ · sim(page) if the page is relevant, else δ · inherited(page)
 *     anchor_context      = 1 if the anchor is relevant, else sim(context)
 *     neighbourhood(link) = β · sim(anchor) + (1 − β) · anchor_context
 *     potential(child)    = γ · inherited(child) + (1 − γ) · neighbourhood(link)
 *
 * The inherited score is queued with the URL (`Priority.state`); seeds inherit nothing.
 *
 * Deviation: a page or an anchor is relevant from `relevant` on the scale of `likeness`, instead of above 0.
 */
export function sharkSearch(sight: TopicSight, settings: StrategySettings['sharkSearch']): LinkPriority {
  return {
    name: 'shark-search',
    prioritise: ({ link, source, entry }) => {
      const page = sight.pageLikeness(source);
      const inherited = inheritedScore(page, entry.priority.state?.[0] ?? 0, settings);
      const anchor = sight.anchorLikeness(link);
      const context = anchor >= settings.relevant ? 1 : sight.contextLikeness(link);
      const neighbourhood = settings.anchor * anchor + (1 - settings.anchor) * context;
      return {
        value: settings.inherited * inherited + (1 - settings.inherited) * neighbourhood,
        reason: `inherited ${inherited.toFixed(3)}, neighbourhood ${neighbourhood.toFixed(3)}`,
        contributions: contributions({
          inherited: settings.inherited * inherited,
          neighbourhood: (1 - settings.inherited) * neighbourhood,
        }),
        state: [inherited],
      };
    },
  };
}
