import { openWordNetLinker, WORDNET_NAME } from '../../language/linking/wordnet-linker.js';
import type { EntityLink, EntityLinker } from '../../model/noun.js';
import type { LinkerKind } from './linker.js';

/** Links nouns to WordNet, or takes the links that are known. */
export const wordnet: LinkerKind = {
  name: WORDNET_NAME,
  make: ({ wordNet }) => {
    const linker = openWordNetLinker(wordNet);
    return ({ wordNet: links }) => (links === undefined ? linker : linkerOf(links));
  },
};

function linkerOf(links: readonly EntityLink[]): EntityLinker {
  return { name: WORDNET_NAME, link: () => Promise.resolve(links) };
}
