import type { EntityClass } from '../../model/noun.js';
import type { Taxonomy } from './expansion/expansion.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import { openTaxonomy } from './expansion/taxonomy.js';
import { createTopicSenses } from './expansion/topic-senses.js';

/** A candidate term for a thesaurus. */
export interface TermCandidate {
  readonly lemma: string;
  /** Weight for the topic; larger is more characteristic. */
  readonly weight: number;
  /** The documents of the topic with the noun. */
  readonly documents: ReadonlySet<string>;
  readonly entityClass: EntityClass;
  /** Its link in most documents, if it has one. */
  readonly iri?: string;
}

/** A proposed term. */
export interface ProposedTerm {
  readonly lemma: string;
  readonly synonyms: readonly string[];
  /** The next broader term of the facet. */
  readonly broader?: string;
  readonly documents: number;
  readonly iri?: string;
  /** The reason, in a few words. */
  readonly note: string;
}

/** A proposed facet. */
export interface ProposedFacet {
  readonly label: string;
  readonly note: string;
  /** The most characteristic first. */
  readonly terms: readonly ProposedTerm[];
}

/**
 * Preference for specific hypernyms: with 1, facets are called matter and attribute; with 2, glucose and
 * thing.
 */
const SPECIFICITY_WEIGHT = 1.5;
/** Minimum terms of a facet. */
const MIN_TERMS = 3;
const CLASS_LABELS: Readonly<Record<Exclude<EntityClass, 'other'>, string>> = {
  person: 'people',
  place: 'places',
  organisation: 'organisations',
};

/**
 * Proposes facets and terms of a thesaurus for manual editing:
 *
 * 1. names of people, places and organisations, one facet each;
 * 2. hypernyms: the synset that covers most of the terms' weight, with a preference for specific ones, names a facet
 * and takes its terms; repeated while there is one with enough terms. Within a facet a term is below another that is
 * its hypernym, and a phrase that is not in WordNet is placed by its last word;
 * 3. of the rest, terms in the same documents, named after the most characteristic of them.
 *
 * The sense of a term is the most likely one in the topic ({@link createTopicSenses}). Terms without a facet are left
 * out.
 *
 * @param candidates the most characteristic first
 * @param most maximum number of facets by hypernyms
 */
export function suggestFacets(
  wordNet: WordNet,
  candidates: readonly TermCandidate[],
  most: number,
): ProposedFacet[] {
  const names = candidates.filter(({ entityClass }) => entityClass !== 'other');
  const common = candidates.filter(({ entityClass }) => entityClass === 'other');
  const topic = { characteristic: common, documents: nounsByDocument(common) };
  const taxonomy = openTaxonomy(wordNet);
  const senses = createTopicSenses(wordNet, taxonomy, topic);
  const senseOf = (lemma: string): number | undefined => senses.senseOf(lemma)?.offset;
  const sensed = common.map((term): SensedTerm => {
    const sense = senseOf(term.lemma);
    if (sense !== undefined) return { term, sense, known: true };
    // A phrase that is not in WordNet is a kind of its last word.
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
  /** Its sense, or that of its last word. */
  readonly sense?: number;
  /** True if the term itself is in WordNet. */
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
      if (members.length < MIN_TERMS) continue;
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

/** The member with the nearest broader sense; the last word of a phrase is broader. */
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

/** Intrinsic information content (Seco, Veale, Hayes 2004): 0 for the root, 1 for leaves. */
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
  return clusterTerms(rest, MIN_TERMS).map((terms) => {
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
    if (terms.length < MIN_TERMS) return [];
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
    broader,
    iri,
  };
}

/** A word may occur only once in a thesaurus: terms before synonyms, earlier ones before later. */
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

/** Members of clusters. */
interface Clustered {
  readonly lemma: string;
  readonly documents: ReadonlySet<string>;
}

/** Minimum cosine of the documents of two terms in a cluster. */
const TOGETHER = 0.5;

/**
 * Groups terms that occur in the same documents: the first remaining term takes all that are close enough (by the
 * cosine of their documents), then the next. The order is kept; smaller groups than `least` are dropped.
 */
export function clusterTerms<T extends Clustered>(terms: readonly T[], least: number): (readonly T[])[] {
  const groups: (readonly T[])[] = [];
  let left = terms;
  while (left.length > 0) {
    const [first] = left;
    const group = left.filter((term) => first !== undefined && cosine(first, term) >= TOGETHER);
    const rest = left.filter((term) => !group.includes(term));
    if (group.length >= least) groups.push(group);
    // A term without a group may still join that of a later one.
    left = group.length >= least ? rest : left.slice(1);
  }
  return groups;
}

function cosine(a: Clustered, b: Clustered): number {
  if (a.documents.size === 0 || b.documents.size === 0) return 0;
  const shared = [...a.documents].filter((document) => b.documents.has(document)).length;
  return shared / Math.sqrt(a.documents.size * b.documents.size);
}
