import { createGazetteer, GAZETTEER_NAME } from '../../language/linking/gazetteer.js';
import type { LinkerKind } from './linker.js';

/** Links by the labels of the plan. */
export const gazetteer: LinkerKind = {
  name: GAZETTEER_NAME,
  make: ({ plan, annotator }) => createGazetteer(plan.labels, annotator),
};
