import type { LinkPriority } from '../../model/crawl-event.js';
import { breadthFirst } from './breadth-first.js';

/**
 * The crawler of Hernandez, Marin-Castro and Morales-Sandoval 2020 (section 3.3): it follows the links of accepted pages,
 * first come, first served. The classifier and the plan (`follow: accepted`) determine the acceptance; the order is
 * breadth-first.
 */
export function krs(): LinkPriority {
  return { ...breadthFirst(), name: 'krs' };
}

/**
 * The same, but links of the pages with the best score first. It is not from a paper; it shows how useful the classifier's
 * score is as a priority. The value is the score itself, on the classifier's own scale.
 */
export function krsBestFirst(): LinkPriority {
  return {
    name: 'krs-best-first',
    prioritise: ({ judgement }) => ({
      value: judgement.score,
      reason: `${judgement.classifier} ${judgement.score.toFixed(3)}`,
    }),
  };
}
