import { InputError } from '../../../model/errors.js';
import { nameOf, vocabularyOf, type Vocabulary } from './vocabulary.js';

/** Which concepts of a vocabulary are used. */
export interface Selection {
  /** IRI of a concept, which is used with all below it, or of a concept scheme. Default: all. */
  readonly concept?: string;
  /** Levels below it. Default: all. */
  readonly depth?: number;
}

/** Suggestions in a message. */
const MAX_SHOWN = 5;

/** A part of a vocabulary. @throws InputError for an IRI that the vocabulary does not have */
export function selectConcepts(vocabulary: Vocabulary, { concept, depth = Infinity }: Selection): Vocabulary {
  if (concept === undefined) return vocabulary;
  const scheme = vocabulary.schemes.findIndex(({ iri }) => iri === concept);
  const root = vocabulary.concepts.findIndex(({ iri }) => iri === concept);
  if (scheme < 0 && root < 0) throw unknownConcept(vocabulary, concept);
  const inScheme = (one: number): boolean => vocabulary.concepts[one]?.schemes.includes(scheme) === true;
  const top =
    root >= 0
      ? [root]
      : vocabulary.concepts.flatMap(({ broader }, one) =>
          // Depth counts from the concepts at the top of the scheme.
          inScheme(one) && (depth === Infinity || !broader.some(inScheme)) ? [one] : [],
        );
  return partOf(vocabulary, withNarrower(vocabulary, top, depth));
}

function withNarrower({ narrower }: Vocabulary, top: readonly number[], depth: number): ReadonlySet<number> {
  const found = new Set(top);
  let level = top;
  for (let step = 0; step < depth && level.length > 0; step += 1) {
    const next: number[] = [];
    for (const one of level)
      for (const below of narrower[one] ?? [])
        if (!found.has(below)) {
          found.add(below);
          next.push(below);
        }
    level = next;
  }
  return found;
}

/** The concepts in their order, with new numbers. */
function partOf({ schemes, concepts }: Vocabulary, kept: ReadonlySet<number>): Vocabulary {
  const numbers = new Map([...kept].sort((a, b) => a - b).map((old, number) => [old, number]));
  const renumbered = (links: readonly number[]) => links.flatMap((old) => numbers.get(old) ?? []);
  const part = concepts
    .filter((_, old) => kept.has(old))
    .map((concept) => ({
      ...concept,
      broader: renumbered(concept.broader),
      related: renumbered(concept.related),
    }));
  return vocabularyOf(schemes, part);
}

function unknownConcept(vocabulary: Vocabulary, concept: string): InputError {
  const { schemes, concepts } = vocabulary;
  const tops = concepts
    .filter(({ broader }) => broader.length === 0)
    .map((top) => `${top.iri} (${nameOf(top, 'en')})`);
  const known = [
    ...schemes.map(({ iri, title }) => (title === undefined ? iri : `${iri} (${title})`)),
    ...tops,
  ];
  const more = known.length > MAX_SHOWN ? ` and ${known.length - MAX_SHOWN} more` : '';
  return new InputError(`the vocabulary has no concept and no concept scheme <${concept}>`, {
    hint: `give an IRI of it; its schemes and top concepts: ${known.slice(0, MAX_SHOWN).join(', ')}${more}`,
  });
}
