import type { Vocabulary } from './vocabulary.js';

/**
 * For each concept the IRI of the first one that is the same: concepts match each other, or both match a third, such as an entity of
 * Wikidata. So vocabularies in different languages bridge them together.
 */
export function sameConcepts({ iris, matches }: Vocabulary): readonly string[] {
  const numbers = new Map(iris.map((iri, concept) => [iri, concept]));
  const above = [...iris.keys()];
  const first = (concept: number): number => {
    let at = concept;
    while (above[at] !== at) at = above[at] = above[above[at] ?? at] ?? at;
    return at;
  };
  for (const [concept, same] of matches)
    for (const iri of same) {
      const other = numbers.get(iri);
      if (other === undefined) numbers.set(iri, concept);
      else {
        const [one, two] = [first(concept), first(other)];
        above[Math.max(one, two)] = Math.min(one, two);
      }
    }
  return iris.map((iri, concept) => iris[first(concept)] ?? iri);
}
