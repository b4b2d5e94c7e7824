import { z } from 'zod';
import type { RemoteLink } from '../../../model/noun.js';

/** A resource in an answer of DBpedia Spotlight, with numbers parsed. */
interface SpotlightResource {
  readonly iri: string;
  readonly surface: string;
  /** As stated; in code units or code points, depending on the service's language. */
  readonly offset: number;
  readonly similarity: number;
  /** Relative score of the second candidate; 0 is best. */
  readonly second: number;
  readonly support: number;
}

/** A link with what decides between overlapping ones. */
type PlacedResource = SpotlightResource & RemoteLink;

const number = z.coerce.number();
const resource = z.object({
  '@URI': z.string().regex(/^[a-z][a-z0-9+.-]*:\S+$/iu),
  '@surfaceForm': z.coerce.string().min(1),
  '@offset': number.int().min(0),
  '@similarityScore': number.catch(0),
  '@percentageOfSecondRank': number.catch(1),
  '@support': number.catch(0),
});
const answer = z.looseObject({ Resources: z.unknown().optional() });

/** Distance from its stated place in which a name is searched, in code units. */
const REACH = 60;

/** The answer is not from DBpedia Spotlight. */
export class NoSpotlightAnswer extends Error {}

/**
 * Reads an answer of DBpedia Spotlight (`/annotate`, as JSON): without `Resources`, with a list or a single one;
 * numbers as strings. Skipped: resources without IRI, name or place; names that are not in the text near their place;
 * bare numbers. Offsets count code units or code points, whichever fits more names. Of overlapping links the longest
 * stays, then the one with the higher similarity, the more distant second candidate, the higher support, the first.
 *
 * @returns links in order, without overlap
 * @throws NoSpotlightAnswer when it is not such an answer
 */
export function readSpotlightAnswer(json: string, text: string): RemoteLink[] {
  const { Resources } = parse(json);
  const stated = Resources === undefined || Resources === null ? [] : [Resources].flat();
  const resources = stated.flatMap(readResource);
  const placed = placeAll(text, resources).filter(({ surface }) => /\p{L}/u.test(surface));
  return withoutOverlap(placed).map(({ begin, end, iri }) => ({ begin, end, iri }));
}

function parse(json: string): z.output<typeof answer> {
  try {
    return answer.parse(JSON.parse(json));
  } catch (error) {
    const beginning = json.slice(0, 60).replace(/\s+/gu, ' ');
    throw new NoSpotlightAnswer(`not the JSON of DBpedia Spotlight: ${beginning}`, { cause: error });
  }
}

function readResource(stated: unknown): SpotlightResource[] {
  const { data } = resource.safeParse(stated);
  if (data === undefined) return [];
  return [
    {
      iri: data['@URI'],
      surface: data['@surfaceForm'],
      offset: data['@offset'],
      similarity: data['@similarityScore'],
      second: data['@percentageOfSecondRank'],
      support: data['@support'],
    },
  ];
}

function placeAll(text: string, resources: readonly SpotlightResource[]): PlacedResource[] {
  const unitOf = codeUnitOffsets(text);
  const fits = (offsetOf: (offset: number) => number): number =>
    resources.filter(({ surface, offset }) => text.startsWith(surface, offsetOf(offset))).length;
  const asStated = (offset: number): number => offset;
  const offsetOf = fits(unitOf) > fits(asStated) ? unitOf : asStated;
  return resources.flatMap((found) => {
    const begin = nearest(text, found.surface, offsetOf(found.offset));
    return begin === undefined ? [] : [{ ...found, begin, end: begin + found.surface.length }];
  });
}

/** Converts offsets in code points into offsets in UTF-16 code units. */
function codeUnitOffsets(text: string): (offset: number) => number {
  if (!/[\uD800-\uDFFF]/.test(text)) return (offset) => offset;
  const units: number[] = [];
  let unit = 0;
  for (const character of text) {
    units.push(unit);
    unit += character.length;
  }
  return (offset) => units[offset] ?? text.length;
}

/** The occurrence of a name nearest to an offset. */
function nearest(text: string, surface: string, offset: number): number | undefined {
  if (text.startsWith(surface, offset)) return offset;
  const before = text.lastIndexOf(surface, offset);
  const after = text.indexOf(surface, offset);
  const [best] = [before, after]
    .filter((place) => place >= 0 && Math.abs(place - offset) <= REACH)
    .sort((a, b) => Math.abs(a - offset) - Math.abs(b - offset));
  return best;
}

function withoutOverlap(resources: readonly PlacedResource[]): PlacedResource[] {
  const best = [...resources].sort(
    (a, b) =>
      b.end - b.begin - (a.end - a.begin) ||
      b.similarity - a.similarity ||
      a.second - b.second ||
      b.support - a.support ||
      a.begin - b.begin,
  );
  const kept: PlacedResource[] = [];
  for (const found of best) {
    if (kept.every(({ begin, end }) => end <= found.begin || found.end <= begin)) kept.push(found);
  }
  return kept.sort((a, b) => a.begin - b.begin);
}
