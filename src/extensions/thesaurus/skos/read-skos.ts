import { fitsLanguage } from '../../../language/linking/labels/label-entry.js';
import { openRdfFiles } from '../../../knowledge/formats/rdf-file.js';
import { InputError } from '../../../model/errors.js';
import type { Term } from '../../../model/rdf.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import { given } from '../../../support/given.js';
import { normalForm } from '../../../support/text/normal-form.js';
import {
  LABEL_KINDS,
  vocabularyOf,
  type Concept,
  type ConceptLabel,
  type LabelKind,
  type Vocabulary,
} from './vocabulary.js';

type Row = Readonly<Record<string, Term>>;

const HEAD = `PREFIX rdfs: <${PREFIXES.rdfs}>
PREFIX dcterms: <${PREFIXES.dcterms}>
PREFIX dc: <http://purl.org/dc/elements/1.1/>
PREFIX skos: <${PREFIXES.skos}>
PREFIX xl: <http://www.w3.org/2008/05/skos-xl#>
PREFIX iso: <http://purl.org/iso25964/skos-thes#>
PREFIX gvp: <http://vocab.getty.edu/ontology#>
`;

const CONCEPTS = `${HEAD}SELECT DISTINCT ?concept WHERE {
  { ?concept a skos:Concept } UNION { ?concept skos:prefLabel|xl:prefLabel ?label }
  FILTER(isIRI(?concept))
  FILTER NOT EXISTS { ?concept a ?type VALUES ?type { skos:ConceptScheme skos:Collection skos:OrderedCollection } }
  FILTER NOT EXISTS { ?concept ^skos:inScheme|^skos:topConceptOf|skos:hasTopConcept ?member }
} ORDER BY ?concept`;

const SCHEMES = `${HEAD}SELECT ?scheme (MIN(STR(?label)) AS ?title) WHERE {
  { SELECT DISTINCT ?scheme WHERE {
    { ?scheme a skos:ConceptScheme } UNION { ?scheme ^skos:inScheme|^skos:topConceptOf|skos:hasTopConcept ?concept }
  } }
  OPTIONAL { ?scheme skos:prefLabel|dcterms:title|dc:title|rdfs:label ?label FILTER(isLiteral(?label)) }
} GROUP BY ?scheme ORDER BY ?scheme`;

/** Labels and notes. */
const TEXTS = `${HEAD}SELECT ?concept ?kind ?text WHERE {
  { ?concept skos:prefLabel|xl:prefLabel/xl:literalForm ?text . BIND("preferred" AS ?kind) }
  UNION { ?concept skos:altLabel|xl:altLabel/xl:literalForm ?text . BIND("alternative" AS ?kind) }
  UNION { ?concept skos:hiddenLabel|xl:hiddenLabel/xl:literalForm ?text . BIND("hidden" AS ?kind) }
  UNION { ?concept rdfs:label ?text . BIND("other" AS ?kind) }
  UNION { ?concept skos:definition|skos:scopeNote|skos:example ?text . BIND("note" AS ?kind) }
  FILTER(isLiteral(?text))
} ORDER BY ?concept ?kind ?text`;

const LINKS = `${HEAD}SELECT ?concept ?kind ?other WHERE {
  { ?concept skos:broader|^skos:narrower|iso:broaderGeneric|^iso:narrowerGeneric|iso:broaderInstantial|^iso:narrowerInstantial|iso:broaderPartitive|^iso:narrowerPartitive|gvp:broaderPreferred ?other . BIND("broader" AS ?kind) }
  UNION { ?concept skos:related|^skos:related ?other . BIND("related" AS ?kind) }
  UNION { ?concept skos:inScheme|skos:topConceptOf|^skos:hasTopConcept ?other . BIND("schemes" AS ?kind) }
  UNION { ?concept skos:exactMatch ?other . BIND("matches" AS ?kind) }
} ORDER BY ?concept ?other`;

interface OpenConcept {
  readonly iri: string;
  readonly labels: ConceptLabel[];
  /** Those of `rdfs:label`. */
  readonly others: ConceptLabel[];
  readonly broader: Set<number>;
  readonly related: Set<number>;
  readonly schemes: Set<number>;
  readonly matches: Set<string>;
  readonly notes: string[];
}

/**
 * Reads a vocabulary in SKOS, also with labels of SKOS-XL, from files of RDF. Concepts are in the order of their IRIs. A second
 * preferred label in a language counts as an alternative.
 * @param language primary tag of BCP 47: notes in it are kept, labels in all languages
 * @throws InputError for a file that cannot be read, is too large, or malformed, and when there is no concept in any
 */
export async function readSkos(files: readonly string[], language: string): Promise<Vocabulary> {
  const kb = await openRdfFiles(files);
  const rowsOf = async (query: string): Promise<readonly Row[]> => (await kb.select(query)).rows;
  const concepts = (await rowsOf(CONCEPTS)).map(({ concept }) => emptyConcept(concept?.value ?? ''));
  if (concepts.length === 0)
    throw new InputError(`${files.join(', ')} has no skos:Concept and no skos:prefLabel`, {
      hint: 'give a vocabulary in SKOS; other RDF with labels can be used by --labels',
    });
  const byIri = new Map(concepts.map((concept) => [concept.iri, concept]));
  const schemes = (await rowsOf(SCHEMES)).map(({ scheme, title }) =>
    given({ iri: scheme?.value ?? '', title: title && plainText(title) }),
  );
  for (const { concept, kind, text } of await rowsOf(TEXTS))
    if (text !== undefined) addText(byIri.get(concept?.value ?? ''), kind?.value ?? '', text, language);
  const numbers = { concepts: numbered(concepts), schemes: numbered(schemes) };
  for (const { concept, kind, other } of await rowsOf(LINKS))
    if (other?.termType === 'NamedNode')
      addLink(byIri.get(concept?.value ?? ''), kind?.value as LinkKind, other.value, numbers);
  return vocabularyOf(schemes, concepts.map(closed));
}

type LinkKind = 'broader' | 'related' | 'schemes' | 'matches';

function addLink(
  concept: OpenConcept | undefined,
  kind: LinkKind,
  other: string,
  numbers: Readonly<Record<'concepts' | 'schemes', ReadonlyMap<string, number>>>,
): void {
  const number = numbers[kind === 'schemes' ? 'schemes' : 'concepts'].get(other);
  if (kind === 'matches') concept?.matches.add(other);
  else if (number !== undefined) concept?.[kind].add(number);
}

/** Adds a label, or a note in the language. `rdfs:label` is for concepts without another label. */
function addText(concept: OpenConcept | undefined, kind: string, term: Term, language: string): void {
  const text = plainText(term);
  const tag = term.language?.toLowerCase() ?? '';
  if (concept === undefined || (text === '' && kind !== 'note')) return;
  if (kind === 'note') {
    if (fitsLanguage(tag, language)) concept.notes.push(text);
  } else if (kind === 'other') concept.others.push({ text, language: tag, kind: 'preferred' });
  else concept.labels.push({ text, language: tag, kind: kind as LabelKind });
}

function emptyConcept(iri: string): OpenConcept {
  const [broader, related, schemes] = [new Set<number>(), new Set<number>(), new Set<number>()];
  return { iri, labels: [], others: [], broader, related, schemes, matches: new Set(), notes: [] };
}

function numbered(things: readonly { readonly iri: string }[]): ReadonlyMap<string, number> {
  return new Map(things.map(({ iri }, number) => [iri, number]));
}

function plainText(term: Term): string {
  return normalForm(term.value).replace(/\s+/g, ' ').trim();
}

/**
 * Labels by kind, language and text. The same text again is no label: SKOS-XL often says again what SKOS says. A second preferred
 * label in a language is an alternative.
 */
function settled(labels: readonly ConceptLabel[]): readonly ConceptLabel[] {
  const known = new Map<string, Set<string>>();
  const rank = ({ kind, language, text }: ConceptLabel): string =>
    `${LABEL_KINDS.indexOf(kind)} ${language} ${text}`;
  const ordered = labels.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return ordered.flatMap((label): ConceptLabel[] => {
    const same = known.get(label.language) ?? new Set<string>();
    known.set(label.language, same);
    if (same.has(label.text)) return [];
    const isSecond = label.kind === 'preferred' && same.size > 0;
    same.add(label.text);
    return [isSecond ? { ...label, kind: 'alternative' } : label];
  });
}

function closed(concept: OpenConcept): Concept {
  const { iri, labels, others, broader, related, schemes, matches, notes } = concept;
  return {
    ...{ iri, labels: settled(labels.length === 0 ? others : labels), notes },
    ...{ broader: [...broader], related: [...related], schemes: [...schemes], matches: [...matches] },
  };
}
