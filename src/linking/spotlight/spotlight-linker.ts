import type { AnnotatedText, EntityLink, EntityLinker, Token } from '../../model/noun.js';
import type { RemoteLink } from './spotlight-answer.js';
import { mayName } from '../nouns/token-runs.js';

/** The name that DBpedia Spotlight's links carry. */
export const SPOTLIGHT_NAME = 'spotlight';

/**
 * A linker of what DBpedia Spotlight found. A service counts characters, the annotator cuts tokens: a link whose ends are
 * not ends of tokens goes to the tokens within it; one without a noun in it, of numbers or of stop words is left out.
 *
 * @param linksOf what the service found in a text; undefined when it is down: then this linker links nothing
 */
export function createSpotlightLinker(
  linksOf: (text: string) => Promise<readonly RemoteLink[] | undefined>,
): EntityLinker {
  return {
    name: SPOTLIGHT_NAME,
    link: async (text) => {
      if (text.nouns.length === 0) return [];
      return alignLinks(text, (await linksOf(text.text)) ?? []);
    },
  };
}

function alignLinks({ sentences }: AnnotatedText, links: readonly RemoteLink[]): EntityLink[] {
  const aligned: EntityLink[] = [];
  let next = 0;
  for (const { end, tokens } of sentences) {
    for (let link = links[next]; link !== undefined && link.begin < end; link = links[next]) {
      aligned.push(...alignLink(tokens, link));
      next += 1;
    }
  }
  return aligned;
}

function alignLink(tokens: readonly Token[], { begin, end, iri }: RemoteLink): EntityLink[] {
  const run = tokens.filter((token) => token.begin >= begin && token.end <= end);
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || !mayName(run)) return [];
  return [{ begin: first.begin, end: last.end, iri, linker: SPOTLIGHT_NAME }];
}
