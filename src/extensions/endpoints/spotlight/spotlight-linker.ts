import type {
  AnnotatedText,
  EntityLink,
  EntityLinker,
  KnownLinks,
  RemoteLink,
  Token,
} from '../../../model/noun.js';
import { SPOTLIGHT_NAME } from '../../../model/spotlight.js';
import { mayName } from '../../../language/linking/nouns/token-runs.js';

/**
 * A linker for results of DBpedia Spotlight. A link whose ends are not token boundaries is reduced to the tokens
 * within; links without a noun, of numbers or stop words are dropped.
 *
 * @param linksOf the links of a text; undefined when the service is down: then nothing is linked
 */
export function createSpotlightLinker(
  linksOf: (text: string, known?: KnownLinks) => Promise<readonly RemoteLink[] | undefined>,
): EntityLinker {
  return {
    name: SPOTLIGHT_NAME,
    link: async (text, known) => {
      if (text.nouns.length === 0) return [];
      return alignLinks(text, (await linksOf(text.text, known)) ?? []);
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
