import { fitsLanguage } from '../../../language/linking/labels/label-entry.js';
import { openRdfFiles } from '../../../knowledge/formats/rdf-file.js';
import { InputError } from '../../../model/errors.js';
import type { KnowledgeBase, Term } from '../../../model/rdf.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import { given } from '../../../support/given.js';
import { normalForm } from '../../../support/text/normal-form.js';
import {
  LABEL_KINDS,
  vocabularyOf,
  type Concept,
  type ConceptLabel,
  type LabelKind,
  type Scheme,
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

const LABELS: Readonly<Record<LabelKind, string>> = {
  preferred: labelQuery('prefLabel'),
  alternative: labelQuery('altLabel'),
  hidden: labelQuery('hiddenLabel'),
};

const OTHER_LABELS = `${HEAD}SELECT ?concept ?label WHERE { ?concept rdfs:label ?label FILTER(isLiteral(?label)) }`;

const LINKS = `${HEAD}SELECT ?concept ?kind ?other WHERE {
  { ?concept skos:broader|^skos:narrower|iso:broaderGeneric|^iso:narrowerGeneric|iso:broaderInstantial|^iso:narrowerInstantial|iso:broaderPartitive|^iso:narrowerPartitive|gvp:broaderPreferred ?other . BIND("broader" AS ?kind) }
  UNION { ?concept skos:related|^skos:related ?other . BIND("related" AS ?kind) }
  UNION { ?concept skos:inScheme|skos:topConceptOf|^skos:hasTopConcept ?other . BIND("schemes" AS ?kind) }
  UNION { ?concept skos:exactMatch ?other . BIND("matches" AS ?kind) }
} ORDER BY ?concept ?other`;

const NOTES = `${HEAD}SELECT ?concept ?note WHERE {
  ?concept skos:definition|skos:scopeNote|skos:example ?note FILTER(isLiteral(?note))
} ORDER BY ?concept ?note`;

function labelQuery(name: string): string {
  return `${HEAD}SELECT ?concept ?label WHERE {
  { ?concept skos:${name} ?label } UNION { ?concept xl:${name}/xl:literalForm ?label } FILTER(isLiteral(?label))
}`;
}

interface OpenConcept {
  readonly iri: string;
  readonly labels: ConceptLabel[];
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
  const concepts: OpenConcept[] = [];
  for (const { concept } of await rowsOf(kb, CONCEPTS)) concepts.push(emptyConcept(concept?.value ?? ''));
  if (concepts.length === 0)
    throw new InputError(`${files.join(', ')} has no skos:Concept and no skos:prefLabel`, {
      hint: 'give a vocabulary in SKOS; other RDF with labels can be used by --labels',
    });
  const byIri = new Map(concepts.map((concept) => [concept.iri, concept]));
  const of = ({ concept }: Row): OpenConcept | undefined => byIri.get(concept?.value ?? '');
  await addLabels(kb, of, concepts);
  for (const row of await rowsOf(kb, NOTES))
    if (fitsLanguage(row['note']?.language?.toLowerCase() ?? '', language))
      of(row)?.notes.push(plainText(row['note']));
  const schemes = await readSchemes(kb);
  await addLinks(kb, of, numbered(concepts), numbered(schemes));
  return vocabularyOf(schemes, concepts.map(closed));
}

async function readSchemes(kb: KnowledgeBase): Promise<readonly Scheme[]> {
  const schemes: Scheme[] = [];
  for (const { scheme, title } of await rowsOf(kb, SCHEMES))
    schemes.push(given({ iri: scheme?.value ?? '', title: title && plainText(title) }));
  return schemes;
}

/** Adds labels of SKOS, and to a concept without one those of `rdfs:label`. */
async function addLabels(
  kb: KnowledgeBase,
  of: (row: Row) => OpenConcept | undefined,
  concepts: readonly OpenConcept[],
): Promise<void> {
  for (const kind of LABEL_KINDS)
    for (const row of await rowsOf(kb, LABELS[kind])) addLabel(of(row), row['label'], kind);
  const nameless = new Set(concepts.filter(({ labels }) => labels.length === 0));
  for (const row of await rowsOf(kb, OTHER_LABELS)) {
    const concept = of(row);
    if (concept !== undefined && nameless.has(concept)) addLabel(concept, row['label'], 'preferred');
  }
}

async function rowsOf(kb: KnowledgeBase, query: string): Promise<readonly Row[]> {
  return (await kb.select(query)).rows;
}

function emptyConcept(iri: string): OpenConcept {
  const [broader, related, schemes] = [new Set<number>(), new Set<number>(), new Set<number>()];
  return { iri, labels: [], broader, related, schemes, matches: new Set(), notes: [] };
}

function numbered(things: readonly { readonly iri: string }[]): ReadonlyMap<string, number> {
  return new Map(things.map(({ iri }, number) => [iri, number]));
}

function plainText(term: Term | undefined): string {
  return normalForm(term?.value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

function addLabel(concept: OpenConcept | undefined, term: Term | undefined, kind: LabelKind): void {
  const text = plainText(term);
  if (text !== '') concept?.labels.push({ text, language: term?.language?.toLowerCase() ?? '', kind });
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

async function addLinks(
  kb: KnowledgeBase,
  of: (row: Row) => OpenConcept | undefined,
  concepts: ReadonlyMap<string, number>,
  schemes: ReadonlyMap<string, number>,
): Promise<void> {
  for (const row of await rowsOf(kb, LINKS)) {
    const [concept, other] = [of(row), row['other']];
    if (concept === undefined || other?.termType !== 'NamedNode') continue;
    const kind = row['kind']?.value as 'broader' | 'related' | 'schemes' | 'matches';
    const number = (kind === 'schemes' ? schemes : concepts).get(other.value);
    if (kind === 'matches') concept.matches.add(other.value);
    else if (number !== undefined) concept[kind].add(number);
  }
}

function closed({ iri, labels, broader, related, schemes, matches, notes }: OpenConcept): Concept {
  return {
    ...{ iri, labels: settled(labels), notes },
    ...{ broader: [...broader], related: [...related], schemes: [...schemes], matches: [...matches] },
  };
}
