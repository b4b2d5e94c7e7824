import { openWordNetLinker, WORDNET_NAME } from '../../language/linking/wordnet-linker.js';
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
