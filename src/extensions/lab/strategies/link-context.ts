import type { LinkPriority } from '../../../model/crawl-event.js';
import type { TopicSight } from '../../../crawling/priority/topic-sight.js';

/**
 * Link context only, a baseline of Lu, Zhan, Zhou and He 2016 (section 5.4): the links whose surrounding text is most
 * similar to the topic first, by the cosine of TFC weights. The context is the anchor with up to twenty words on each side
 * within its sentence (`LinkPlace.context`), which the paper leaves open. With several places, the best counts.
 */
export function linkContext(sight: TopicSight): LinkPriority {
  return {
    name: 'link-context',
    prioritise: ({ link }) => {
      const value = sight.contextLikeness(link);
      return { value, reason: `context ${value.toFixed(3)}` };
    },
  };
}
