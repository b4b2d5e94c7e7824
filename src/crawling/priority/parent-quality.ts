import type { LinkPriority } from '../../model/crawl-event.js';
import { krsBestFirst } from './krs-strategies.js';

/**
 * The priority of Craw4LLM (Yu, Liu and Xiong 2025, "Craw4LLM: efficient web crawling for LLM pretraining"): the score of a
 * page decides how soon its links are followed, whatever else is known of them.
 *
 *     priority(l on p) = score(p)
 *
 * Deviations: the paper scores pages by their use for training language models, here the topic's classifier does. Its
 * crawls are simulated over stored pages; on the Web only the linking page has been read when a link is queued. With
 * several linking pages, the best counts. In contrast to `krs-best-first`, links of rejected pages are followed as well.
 */
export function parentQuality(): LinkPriority {
  return { ...krsBestFirst(), name: 'parent-quality' };
}
