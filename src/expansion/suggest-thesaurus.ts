import type { EntityClass } from '../model/noun.js';
import type { Taxonomy } from '../wordnet/taxonomy.js';
import type { WordNet } from '../wordnet/wordnet.js';
import { clusterTerms } from './term-clusters.js';
import { createTopicSenses } from './topic-senses.js';

/** A noun that may become a term of a thesaurus. */
export interface TermCandidate {
  readonly lemma: string;
  /** How characteristic it is of the topic; larger is more. */
  readonly weight: number;
  /** The documents of the topic that hold it. */
  readonly documents: ReadonlySet<string>;
  readonly entityClass: EntityClass;
  /** What it was linked to in most documents, where it was. */
  readonly iri?: string;
}

/** A term that is proposed. */
export interface ProposedTerm {
  readonly lemma: string;
  readonly synonyms: readonly string[];
  /** The term of the same facet right above it. */
  readonly broader?: string;
  readonly documents: number;
  readonly iri?: string;
  /** Why, in a few words. */
  readonly note: string;
}

/** A facet that is proposed. */
export interface ProposedFacet {
  readonly label: string;
  readonly note: string;
  /** The most characteristic first. */
  readonly terms: readonly ProposedTerm[];
}

/** How much special hypernyms are preferred: with 1, facets are called matter and attribute; with 2, glucose and thing. */
const SPECIFICITY_WEIGHT = 1.5;
/** A facet of fewer terms tells nothing. */
const LEAST_TERMS = 3;
const CLASS_LABELS: Readonly<Record<Exclude<EntityClass, 'other'>, string>> = {
  person: 'people',
  place: 'places',
  organisation: 'organisations',
};

/**
 * Proposes facets and terms of a thesaurus, for a person to edit:
 *
 * 1. names of people, places and organisations, a facet each;
 * 2. hypernyms: the synset that most of the terms' weight is under, the more special the better, names a facet and takes its
 *    terms; then the next, while there is one with enough terms. Inside a facet a term is below another that is its hypernym,
 *    and a phrase that WordNet does not hold is where its last word is;
 * 3. of the rest, terms that stand in the same documents, named after the most characteristic of them.
 *
 * A term's sense is the one that is likeliest in the topic ({@link createTopicSenses}). Terms that fit nowhere are left out.
 *
 * @param candidates the most characteristic first
 * @param most facets by hypernyms at most
 */
export function suggestFacets(
  wordNet: WordNet,
  taxonomy: Taxonomy,
  candidates: readonly TermCandidate[],
  most: number,
): ProposedFacet[] {
  const names = candidates.filter(({ entityClass }) => entityClass !== 'other');
  const common = candidates.filter(({ entityClass }) => entityClass === 'other');
  const topic = { characteristic: common, documents: nounsByDocument(common) };
  const senses = createTopicSenses(wordNet, taxonomy, topic);
  const senseOf = (lemma: string): number | undefined => senses.senseOf(lemma)?.offset;
  const sensed = common.map((term): SensedTerm => {
    const sense = senseOf(term.lemma);
    if (sense !== undefined) return { term, sense, known: true };
    // A phrase that WordNet does not hold is a kind of its last word.
    const head = term.lemma.includes(' ') ? senseOf(term.lemma.split(' ').at(-1) ?? '') : undefined;
    return head === undefined ? { term } : { term, sense: head };
  });
  const byHypernym = hypernymFacets(wordNet, taxonomy, sensed, most);
  const taken = new Set(byHypernym.flatMap(({ terms }) => terms.map(({ lemma }) => lemma)));
  const rest = common.filter(({ lemma }) => !taken.has(lemma));
  return uniqueLabels([...byHypernym, ...clusterFacets(rest).slice(0, most), ...nameFacets(names)]);
}

/** The terms of each document. */
function nounsByDocument(terms: readonly TermCandidate[]): (readonly string[])[] {
  const byDocument = new Map<string, string[]>();
  for (const { lemma, documents } of terms) {
    for (const document of documents) byDocument.set(document, [...(byDocument.get(document) ?? []), lemma]);
  }
  return [...byDocument.values()];
}

interface SensedTerm {
  readonly term: TermCandidate;
  /** What it means, or what its last word does. */
  readonly sense?: number;
  /** Whether WordNet holds the term itself. */
  readonly known?: boolean;
}

function hypernymFacets(
  wordNet: WordNet,
  taxonomy: Taxonomy,
  sensed: readonly SensedTerm[],
  most: number,
): ProposedFacet[] {
  const under = new Map<number, SensedTerm[]>();
  for (const found of sensed) {
    if (found.sense === undefined) continue;
    for (const above of taxonomy.hypernymClosure(found.sense).keys())
      under.set(above, [...(under.get(above) ?? []), found]);
  }
  const specificity = createSpecificity(taxonomy);
  const taken = new Set<SensedTerm>();
  const facets: ProposedFacet[] = [];
  while (facets.length < most) {
    let best: { readonly offset: number; readonly members: SensedTerm[]; readonly value: number } | undefined;
    for (const [offset, all] of under) {
      const members = all.filter((found) => !taken.has(found));
      if (members.length < LEAST_TERMS) continue;
      const value = sumOf(members.map(({ term }) => term.weight)) * specificity(offset) ** SPECIFICITY_WEIGHT;
      if (value > (best?.value ?? 0)) best = { offset, members, value };
    }
    if (best === undefined) return facets;
    for (const member of best.members) taken.add(member);
    facets.push(facetUnder(wordNet, taxonomy, best));
  }
  return facets;
}

function facetUnder(
  wordNet: WordNet,
  taxonomy: Taxonomy,
  { offset, members }: { readonly offset: number; readonly members: readonly SensedTerm[] },
): ProposedFacet {
  const label = wordNet.synset(offset)?.words[0] ?? '';
  const terms = members.map((member): ProposedTerm => {
    const { term, sense = 0, known = false } = member;
    const above = nearestAbove(taxonomy, member, members);
    const words = known ? (wordNet.synset(sense)?.words ?? []) : [];
    const synonyms = words.filter((word) => word.toLowerCase() !== term.lemma);
    const note = known ? `a kind of ${label} in WordNet` : `its last word is a kind of ${label} in WordNet`;
    return proposed(term, note, synonyms, above);
  });
  return { label, note: `the hypernym of its terms in WordNet`, terms };
}

/** The member whose sense is nearest above another's; the last word of a phrase is above it. */
function nearestAbove(
  taxonomy: Taxonomy,
  { term, sense = 0, known = false }: SensedTerm,
  members: readonly SensedTerm[],
): string | undefined {
  const above = taxonomy.hypernymClosure(sense);
  const steps = (other: SensedTerm): number => above.get(other.sense ?? -1) ?? -1;
  const [nearest] = members
    .filter((other) => other.known === true && other.term !== term && steps(other) >= (known ? 1 : 0))
    .sort((a, b) => steps(a) - steps(b));
  return nearest?.term.lemma;
}

/** Intrinsic information content (Seco, Veale, Hayes 2004): 0 for the root, 1 for a synset with nothing below it. */
function createSpecificity(taxonomy: Taxonomy): (offset: number) => number {
  const sizes = new Map<number, number>();
  const size = (offset: number): number => {
    const known = sizes.get(offset) ?? taxonomy.hyponymClosure(offset).size;
    sizes.set(offset, known);
    return known;
  };
  const root = (offset: number): number => [...taxonomy.hypernymClosure(offset).keys()].at(-1) ?? offset;
  return (offset) => 1 - Math.log(size(offset)) / Math.log(Math.max(2, size(root(offset))));
}

function clusterFacets(rest: readonly TermCandidate[]): ProposedFacet[] {
  return clusterTerms(rest, LEAST_TERMS).map((terms) => {
    const [first] = terms;
    const label = `around ${first?.lemma ?? ''}`;
    return {
      label,
      note: 'its terms stand in the same documents',
      terms: terms.map((term) => proposed(term, `stands in the same documents as ${first?.lemma ?? ''}`)),
    };
  });
}

function nameFacets(names: readonly TermCandidate[]): ProposedFacet[] {
  return Object.entries(CLASS_LABELS).flatMap(([entityClass, label]) => {
    const terms = names.filter((term) => term.entityClass === entityClass);
    if (terms.length < LEAST_TERMS) return [];
    const note = `names that were read as those of ${label}`;
    return [{ label, note, terms: terms.map((term) => proposed(term, `read as one of the ${label}`)) }];
  });
}

function proposed(
  { lemma, documents, iri }: TermCandidate,
  note: string,
  synonyms: readonly string[] = [],
  broader?: string,
): ProposedTerm {
  return {
    lemma,
    synonyms,
    documents: documents.size,
    note,
    ...(broader === undefined ? {} : { broader }),
    ...(iri === undefined ? {} : { iri }),
  };
}

/** A word may stand in a thesaurus but once: terms before synonyms, earlier ones before later. */
function uniqueLabels(facets: readonly ProposedFacet[]): ProposedFacet[] {
  const seen = new Set(facets.flatMap(({ terms }) => terms.map(({ lemma }) => lemma)));
  const fresh = (word: string): boolean => {
    const plain = word.toLowerCase();
    return !seen.has(plain) && seen.add(plain) === seen;
  };
  return facets.map((facet) => ({
    ...facet,
    terms: facet.terms.map((term) => ({ ...term, synonyms: term.synonyms.filter(fresh) })),
  }));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
