import { z } from 'zod';
import type { RemoteLink } from '../../../model/noun.js';

const resource = z.object({
  '@URI': z.string().regex(/^[a-z][a-z0-9+.-]*:\S+$/iu),
  '@surfaceForm': z.coerce.string().regex(/\p{L}/u),
  '@offset': z.coerce.number().int().min(0),
});
const answer = z.looseObject({ Resources: z.unknown().optional() });

/** Distance from its stated place in which a name is searched, in code units: some services count code points. */
const REACH = 60;

/**
 * Reads an answer of DBpedia Spotlight (`/annotate`, as JSON): without `Resources`, with a list or a single one;
 * numbers as strings. Skipped: resources without IRI, name or place; names that are not in the text near their place;
 * bare numbers. Of overlapping links the longest stays, then the first.
 *
 * @returns links in order, without overlap
 * @throws Error when it is not such an answer
 */
export function readSpotlightAnswer(json: string, text: string): RemoteLink[] {
  const { Resources } = parse(json);
  const stated = Resources === undefined || Resources === null ? [] : [Resources].flat();
  const links = stated.flatMap((one): RemoteLink[] => {
    const { data } = resource.safeParse(one);
    if (data === undefined) return [];
    const { '@URI': iri, '@surfaceForm': surface, '@offset': offset } = data;
    const begin = nearest(text, surface, offset);
    return begin === undefined ? [] : [{ begin, end: begin + surface.length, iri }];
  });
  return withoutOverlap(links);
}

function parse(json: string): z.output<typeof answer> {
  try {
    return answer.parse(JSON.parse(json));
  } catch (error) {
    const beginning = json.slice(0, 60).replace(/\s+/gu, ' ');
    throw new Error(`not the JSON of DBpedia Spotlight: ${beginning}`, { cause: error });
  }
}

/** The occurrence of a name nearest to an offset. */
function nearest(text: string, surface: string, offset: number): number | undefined {
  const [best] = [text.lastIndexOf(surface, offset), text.indexOf(surface, offset)]
    .filter((place) => place >= 0 && Math.abs(place - offset) <= REACH)
    .sort((a, b) => Math.abs(a - offset) - Math.abs(b - offset));
  return best;
}

function withoutOverlap(links: readonly RemoteLink[]): RemoteLink[] {
  const kept: RemoteLink[] = [];
  for (const found of links.toSorted((a, b) => b.end - b.begin - (a.end - a.begin) || a.begin - b.begin))
    if (kept.every(({ begin, end }) => end <= found.begin || found.end <= begin)) kept.push(found);
  return kept.sort((a, b) => a.begin - b.begin);
}
