import { openWordNetLinker, WORDNET_NAME } from '../../language/linking/wordnet-linker.js';
import { createGazetteer, GAZETTEER_NAME } from '../../language/linking/gazetteer.js';
import type { LinkerKind } from './linker.js';

/** Links nouns to WordNet, or takes the links that are known. */
export const wordnet: LinkerKind = {
  name: WORDNET_NAME,
  make: ({ wordNet }) => {
    const linker = openWordNetLinker(wordNet);
    return ({ wordNet: links, wanted }) => ({
      name: WORDNET_NAME,
      link: (text) => (links === undefined ? linker.link(text, wanted) : Promise.resolve(links)),
    });
  },
};

/** Links by the labels of the plan. */
export const gazetteer: LinkerKind = {
  name: GAZETTEER_NAME,
  make: ({ plan, annotator }) => createGazetteer(plan.labels, annotator),
};
