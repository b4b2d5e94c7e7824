import type { LinkPriority } from '../model/crawl.js';
import { breadthFirst } from './breadth-first.js';

/**
 * The crawler of Hernandez, Marin-Castro and Morales-Sandoval 2020 (section 3.3): pages are accepted or not, the links of
 * accepted pages are followed, first come first served. The acceptance is the classifier's and the plan's
 * (`follow: accepted`); the order is breadth-first.
 */
export function krs(): LinkPriority {
  return { ...breadthFirst(), name: 'krs' };
}

/**
 * The same, but the links of the pages with the best score first: a judgement that says how well a page fits says also
 * where to look next. No paper has it; it is what the classifier's score is worth as a priority. The value is the score
 * itself, on the classifier's own scale.
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
