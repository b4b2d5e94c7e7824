import { InputError } from '../../model/errors.js';
import { labelsByConcept, nameOf, type Vocabulary } from './vocabulary.js';

/** Which concepts of a vocabulary are used. */
export interface Selection {
  /** IRI of a concept, which is used with all below it, or of a concept scheme. Default: all. */
  readonly concept?: string;
  /** Levels below it. Default: all. */
  readonly depth?: number;
}

/** Suggestions in a message. */
const MOST_SHOWN = 5;

/** A part of a vocabulary. @throws InputError for an IRI that the vocabulary does not have */
export function selectConcepts(vocabulary: Vocabulary, { concept, depth = Infinity }: Selection): Vocabulary {
  if (concept === undefined) return vocabulary;
  const scheme = vocabulary.schemes.findIndex(({ iri }) => iri === concept);
  const root = vocabulary.iris.indexOf(concept);
  if (scheme < 0 && root < 0) throw unknownConcept(vocabulary, concept);
  const inScheme = (one: number): boolean => vocabulary.inSchemes[one]?.includes(scheme) === true;
  const top =
    root >= 0
      ? [root]
      : vocabulary.iris.flatMap((_, one) => {
          const above = vocabulary.broader[one] ?? [];
          // Depth counts from the concepts at the top of the scheme.
          return inScheme(one) && (depth === Infinity || !above.some(inScheme)) ? [one] : [];
        });
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
function partOf(vocabulary: Vocabulary, kept: ReadonlySet<number>): Vocabulary {
  const numbers = new Map<number, number>();
  vocabulary.iris.forEach((_, one) => {
    if (kept.has(one)) numbers.set(one, numbers.size);
  });
  const old = [...numbers.keys()];
  const links = (of: Vocabulary['broader']) =>
    old.map((one) => (of[one] ?? []).flatMap((other) => numbers.get(other) ?? []));
  const lists = <T>(of: ReadonlyMap<number, T>): ReadonlyMap<number, T> =>
    new Map(
      [...of].flatMap(([one, value]): [number, T][] => {
        const number = numbers.get(one);
        return number === undefined ? [] : [[number, value]];
      }),
    );
  const { labels } = vocabulary;
  const rows = [...labels.texts.keys()].filter((row) => numbers.has(labels.concepts[row] ?? -1));
  return {
    ...vocabulary,
    iris: old.map((one) => vocabulary.iris[one] ?? ''),
    labels: {
      texts: rows.map((row) => labels.texts[row] ?? ''),
      concepts: rows.map((row) => numbers.get(labels.concepts[row] ?? -1) ?? 0),
      languages: rows.map((row) => labels.languages[row] ?? 0),
      kinds: rows.map((row) => labels.kinds[row] ?? 0),
    },
    broader: links(vocabulary.broader),
    narrower: links(vocabulary.narrower),
    related: links(vocabulary.related),
    inSchemes: old.map((one) => vocabulary.inSchemes[one] ?? []),
    matches: lists(vocabulary.matches),
    notations: lists(vocabulary.notations),
    notes: lists(vocabulary.notes),
  };
}

function unknownConcept(vocabulary: Vocabulary, concept: string): InputError {
  const { schemes, iris, broader } = vocabulary;
  const labels = labelsByConcept(vocabulary);
  const tops = iris.flatMap((iri, one) =>
    (broader[one] ?? []).length === 0 ? [`${iri} (${nameOf(labels[one] ?? [], iri, 'en')})`] : [],
  );
  const known = [
    ...schemes.map(({ iri, title }) => (title === undefined ? iri : `${iri} (${title})`)),
    ...tops,
  ];
  const more = known.length > MOST_SHOWN ? ` and ${known.length - MOST_SHOWN} more` : '';
  return new InputError(`the vocabulary has no concept and no concept scheme <${concept}>`, {
    hint: `give an IRI of it; its schemes and top concepts: ${known.slice(0, MOST_SHOWN).join(', ')}${more}`,
  });
}
