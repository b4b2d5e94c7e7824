import { DataFactory, Writer, type Literal, type NamedNode, type Quad } from 'n3';
import { checkSettings } from '../../app/settings/resolve.js';
import { openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { requireEnglish } from '../../knowledge/places/topic-nouns.js';
import { openWordNet, type WordNet } from '../../language/wordnet/wordnet.js';
import { InputError } from '../../model/errors.js';
import { PREFIXES, rdf, sfwc, skos } from '../../model/vocabulary.js';
import { addToList } from '../../support/add-to-list.js';
import { remember } from '../../support/remember.js';
import { fileExists } from '../../support/files/file-exists.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { given } from '../../support/given.js';
import { iri, text, truth } from '../../support/rdf/rdf-terms.js';
import { sparqlString } from '../../support/rdf/sparql-terms.js';
import { type Taxonomy, topicNouns } from './expansion/nouns-of-topic.js';
import { createTopicSenses, openTaxonomy } from './expansion/topic-senses.js';
import { thesaurusSuggestFields, type ThesaurusSuggestOptions } from './thesaurus-settings.js';

/** A thesaurus that is proposed. */
export interface SuggestReport {
  readonly facets: readonly ProposedFacet[];
  readonly turtle: string;
  /** The file that it was written to, where one was named. */
  readonly file?: string;
}

/**
 * Proposes a thesaurus from a topic of a knowledge base, for a person to edit; see {@link suggestFacets}.
 * @throws UsageError for settings; InputError for the topic, when nothing can be proposed, and for a file that exists already;
 *   OutputError when it cannot be written
 */
export async function suggestThesaurus(options: ThesaurusSuggestOptions): Promise<SuggestReport> {
  const { kb, topic: name, out, terms, maxFacets, force } = checkSettings(thesaurusSuggestFields, options);
  if (out !== undefined && !force && (await fileExists(out))) {
    throw new InputError(`${out} already exists, and a person may have worked on it`, {
      hint: 'write to another file, or replace it with --force',
    });
  }
  const topic = await openTopic(kb, name);
  requireEnglish(topic.facts, 'a thesaurus');
  const wordNet = openWordNet();
  const nouns = await topicNouns(topic, wordNet, terms);
  const candidates = await describeCandidates(topic, nouns);
  const facets = suggestFacets(wordNet, candidates, maxFacets);
  if (facets.length === 0) {
    throw new InputError(`topic '${name}' has too few nouns to propose facets from`, {
      hint: 'build it from more texts, or look at more nouns with --terms',
    });
  }
  const turtle = await toTurtle(facets, name, `${topic.facts.iri}/thesaurus#`);
  if (out !== undefined) await replaceFile(out, turtle);
  return given({ facets, turtle, file: out });
}

/** Nouns with the documents of each. */
async function describeCandidates(
  { kb, facts: { iri: graph } }: OpenTopic,
  nouns: readonly { readonly lemma: string; readonly weight: number }[],
): Promise<TermCandidate[]> {
  const documents = new Map(nouns.map(({ lemma }) => [lemma, new Set<string>()]));
  const { rows } = await kb.select(
    `PREFIX sfwc: <${PREFIXES.sfwc}>
PREFIX nif: <${PREFIXES.nif}>
SELECT DISTINCT ?noun ?document WHERE {
  VALUES ?noun { ${nouns.map(({ lemma }) => sparqlString(lemma)).join(' ')} }
  ?s a sfwc:Entity ; nif:anchorOf ?noun ; sfwc:inDocument ?document .
}`,
    { defaultGraphs: [graph] },
  );
  for (const row of rows) documents.get(row['noun']?.value ?? '')?.add(row['document']?.value ?? '');
  return nouns.map((noun) => ({ ...noun, documents: documents.get(noun.lemma) ?? new Set() }));
}

async function toTurtle(facets: readonly ProposedFacet[], topic: string, base: string): Promise<string> {
  const writer = new Writer({ prefixes: { sfwc: PREFIXES.sfwc, skos: PREFIXES.skos, '': base } });
  writer.addQuads(thesaurusQuads(facets, base));
  const turtle = await new Promise<string>((resolve, reject) => {
    writer.end((error: Error | null, text: string) => (error === null ? resolve(text) : reject(error)));
  });
  return `# Facets and terms of a thesaurus of '${topic}', proposed by sfwc thesaurus suggest. A person decides: rename facets, move and
# delete terms, add what is missing and sfwc:negativeLabel for words to avoid; where a term stays, take its sfwc:proposed away.
${turtle.replaceAll(/\n(?=[:<])/g, '\n\n')}`;
}

/** A candidate term for a thesaurus. */
export interface TermCandidate {
  readonly lemma: string;
  /** Weight for the topic; larger is more characteristic. */
  readonly weight: number;
  /** The documents of the topic with the noun. */
  readonly documents: ReadonlySet<string>;
}

/** A proposed term. */
interface ProposedTerm {
  readonly lemma: string;
  readonly synonyms: readonly string[];
  /** The next broader term of the facet. */
  readonly broader?: string;
  readonly documents: number;
  /** The reason, in a few words. */
  readonly note: string;
}

/** A proposed facet, its most characteristic terms first. */
interface ProposedFacet {
  readonly label: string;
  readonly terms: readonly ProposedTerm[];
}

/**
 * Preference for specific hypernyms: with 1, facets are called matter and attribute; with 2, glucose and
 * thing.
 */
const SPECIFICITY_WEIGHT = 1.5;
/** Minimum terms of a facet. */
const MIN_TERMS = 3;
/**
 * Proposes facets and terms of a thesaurus for manual editing, by hypernyms: the synset that covers most of the terms' weight,
 * with a preference for specific ones, names a facet and takes its terms; repeated while there is one with enough terms.
 * Within a facet a term is below another that is its hypernym, and a phrase that is not in WordNet is placed by its last word.
 *
 * The sense of a term is the most likely one in the topic ({@link createTopicSenses}). Terms without a facet are left
 * out.
 *
 * @param candidates the most characteristic first
 * @param most maximum number of facets
 */
export function suggestFacets(
  wordNet: WordNet,
  candidates: readonly TermCandidate[],
  most: number,
): ProposedFacet[] {
  const topic = { characteristic: candidates, documents: nounsByDocument(candidates) };
  const taxonomy = openTaxonomy(wordNet);
  const senses = createTopicSenses(wordNet, taxonomy, topic);
  const senseOf = (lemma: string): number | undefined => senses.senseOf(lemma)?.offset;
  const sensed = candidates.map((term): SensedTerm => {
    const sense = senseOf(term.lemma);
    if (sense !== undefined) return { term, sense, known: true };
    // A phrase that is not in WordNet is a kind of its last word.
    const head = term.lemma.includes(' ') ? senseOf(term.lemma.split(' ').at(-1) ?? '') : undefined;
    return head === undefined ? { term } : { term, sense: head };
  });
  return uniqueLabels(hypernymFacets(wordNet, taxonomy, sensed, most));
}

/** The terms of each document. */
function nounsByDocument(terms: readonly TermCandidate[]): (readonly string[])[] {
  const byDocument = new Map<string, string[]>();
  for (const { lemma, documents } of terms)
    for (const document of documents) addToList(byDocument, document, lemma);
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
  for (const found of sensed)
    if (found.sense !== undefined)
      for (const above of taxonomy.hypernymClosure(found.sense).keys()) addToList(under, above, found);
  const specificity = createSpecificity(taxonomy);
  const taken = new Set<SensedTerm>();
  const facets: ProposedFacet[] = [];
  while (facets.length < most) {
    let best: { readonly offset: number; readonly members: SensedTerm[]; readonly value: number } | undefined;
    for (const [offset, all] of under) {
      const members = all.filter((found) => !taken.has(found));
      if (members.length < MIN_TERMS) continue;
      const value =
        members.reduce((sum, { term }) => sum + term.weight, 0) * specificity(offset) ** SPECIFICITY_WEIGHT;
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
    return given({ lemma: term.lemma, synonyms, documents: term.documents.size, note, broader: above });
  });
  return { label, terms };
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
  const size = remember((offset: number) => taxonomy.hyponymClosure(offset).size, 100_000);
  const root = (offset: number): number => [...taxonomy.hypernymClosure(offset).keys()].at(-1) ?? offset;
  return (offset) => 1 - Math.log(size(offset)) / Math.log(Math.max(2, size(root(offset))));
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

/**
 * Proposed facets as SKOS, one concept scheme each. Every concept has `sfwc:proposed true` and an editorial note with
 * the reason; both are removed when the concept is accepted.
 *
 * @param base prefix of the IRIs, ends in `#` or `/`
 */
export function thesaurusQuads(facets: readonly ProposedFacet[], base: string): Quad[] {
  return facets.flatMap((facet, index) => {
    const scheme = `${base}facet-${index + 1}`;
    return [
      ...statements(scheme, [
        [rdf.type, iri(skos.ConceptScheme)],
        [skos.prefLabel, english(facet.label)],
        [skos.editorialNote, text('proposed: the hypernym of its terms in WordNet')],
      ]),
      ...facet.terms.flatMap((term) => termQuads(term, scheme, base)),
    ];
  });
}

type About = readonly (readonly [property: string, object: NamedNode | Literal])[];

function termQuads(term: ProposedTerm, scheme: string, base: string): Quad[] {
  const { lemma, synonyms, broader, documents, note } = term;
  return statements(conceptIri(base, lemma), [
    [rdf.type, iri(skos.Concept)],
    [skos.inScheme, iri(scheme)],
    [skos.prefLabel, english(lemma)],
    ...synonyms.map((word) => [skos.altLabel, english(word)] as const),
    broader === undefined ? [skos.topConceptOf, iri(scheme)] : [skos.broader, iri(conceptIri(base, broader))],
    [sfwc.proposed, truth(true)],
    [skos.editorialNote, text(`proposed: in ${documents} documents; ${note}`)],
  ]);
}

function statements(subject: string, about: About): Quad[] {
  return about.map(([predicate, object]) => DataFactory.quad(iri(subject), iri(predicate), object));
}

function english(label: string): Literal {
  return DataFactory.literal(label, 'en');
}

/** Letters, digits and hyphens are kept, so that names can be written with a prefix; anything else is encoded. */
function conceptIri(base: string, lemma: string): string {
  const name = lemma
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{N}-]/gu, (character) => encodeURIComponent(character));
  return `${base}${name}`;
}
