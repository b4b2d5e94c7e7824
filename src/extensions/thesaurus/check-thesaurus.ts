import type { TopicThesaurus } from '../../model/thesaurus.js';
import { parseRdfFile } from '../../knowledge/formats/rdf-file.js';
import { InputError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { dcterms, rdf, rdfs, sfwc, skos } from '../../model/vocabulary.js';

export interface ThesaurusConcept {
  readonly iri: string;
  readonly label: string;
  /** Alternative labels, and hidden ones such as misspellings. */
  readonly synonyms: readonly string[];
  /** IRIs of the direct broader concepts; empty at the top of a facet. */
  readonly broader: readonly string[];
  /** 0 at the top of its facet; by the shortest path. */
  readonly depth: number;
  /** True for a generated proposal that has not been reviewed. */
  readonly proposed: boolean;
}

/** An aspect of a topic: a concept scheme with its concepts. */
export interface Facet {
  readonly iri: string;
  readonly label: string;
  /** In the order of the file. */
  readonly concepts: readonly ThesaurusConcept[];
}

/** The words of a topic by facet (Badia, Muezzinoglu, Nasraoui 2006). */
export interface Thesaurus {
  readonly facets: readonly Facet[];
  /** Words and expressions to avoid. */
  readonly negatives: readonly string[];
}

export interface ThesaurusProblem {
  /** IRI of the concept or scheme; absent for problems of the whole. */
  readonly about?: string;
  readonly message: string;
}

/** A thesaurus as far as it can be read, with its problems; usable without problems. */
export interface CheckedThesaurus {
  readonly thesaurus: Thesaurus;
  readonly problems: readonly ThesaurusProblem[];
}

export interface ThesaurusFile extends CheckedThesaurus {
  readonly file: string;
}

/** A statement of RDF, as parsers give it. */
export interface Statement {
  readonly subject: { readonly value: string };
  readonly predicate: { readonly value: string };
  readonly object: { readonly termType: string; readonly value: string; readonly language?: string };
}

/**
 * Reads a thesaurus from SKOS: one concept scheme per facet, each concept in one of them, `skos:broader` (or
 * `skos:narrower`) up to the top concepts; `sfwc:negativeLabel` of a scheme for words to avoid.
 *
 * @param language primary tag of the labels, including variants; labels without language are always read
 */
export function checkThesaurus(quads: readonly Statement[], language: string): CheckedThesaurus {
  const statements = bySubject(quads);
  const problems: ThesaurusProblem[] = [];
  const typed = (type: string): string[] =>
    [...statements].flatMap(([iri, about]) => (iris(about, rdf.type).includes(type) ? [iri] : []));
  const schemes = typed(skos.ConceptScheme);
  const concepts = typed(skos.Concept);
  if (schemes.length === 0) problems.push({ message: 'it has no skos:ConceptScheme: each facet is one' });
  const graph: Graph = { statements, schemes, concepts: new Set(concepts), language, problems };
  const schemeOf = new Map(concepts.map((iri) => [iri, findScheme(graph, iri)]));
  const broader = new Map(concepts.map((iri) => [iri, findBroader(graph, iri, schemeOf)]));
  const depths = findDepths(broader, problems);
  const facets = schemes.map((iri): Facet => ({
    iri,
    label: labelOfScheme(graph, iri),
    concepts: concepts
      .filter((concept) => schemeOf.get(concept) === iri)
      .map((concept) => readConcept(graph, concept, broader.get(concept) ?? [], depths.get(concept) ?? 0)),
  }));
  for (const { iri, concepts: held } of facets)
    if (held.length === 0) problems.push({ about: iri, message: 'the facet has no concept (skos:inScheme)' });
  const negatives = schemes.flatMap((iri) => literals(graph, iri, sfwc.negativeLabel));
  problems.push(...clashes(facets, negatives));
  return { thesaurus: { facets, negatives: [...new Set(negatives)] }, problems };
}

type Statements = ReadonlyMap<string, readonly Statement[]>;

interface Graph {
  readonly statements: Statements;
  readonly schemes: readonly string[];
  readonly concepts: ReadonlySet<string>;
  readonly language: string;
  readonly problems: ThesaurusProblem[];
}

function bySubject(quads: readonly Statement[]): Statements {
  const statements = new Map<string, Statement[]>();
  for (const quad of quads) {
    const known = statements.get(quad.subject.value);
    if (known === undefined) statements.set(quad.subject.value, [quad]);
    else known.push(quad);
  }
  return statements;
}

function iris(quads: readonly Statement[], predicate: string): string[] {
  return quads.flatMap(({ predicate: { value }, object }) => (value === predicate ? [object.value] : []));
}

/** Subjects of statements with an IRI as object. */
function inverse({ statements }: Graph, predicate: string, target: string): string[] {
  return [...statements].flatMap(([iri, about]) => (iris(about, predicate).includes(target) ? [iri] : []));
}

/** Labels in the language or without language. */
function literals({ statements, language }: Graph, subject: string, predicate: string): string[] {
  return (statements.get(subject) ?? []).flatMap(({ predicate: { value }, object }) => {
    if (value !== predicate || object.termType !== 'Literal') return [];
    const tag = object.language?.toLowerCase() ?? '';
    const wanted = tag === '' || tag === language || tag.startsWith(`${language}-`);
    return wanted && object.value.trim() !== '' ? [object.value.trim()] : [];
  });
}

function labelOfScheme(graph: Graph, iri: string): string {
  const [label] = [skos.prefLabel, rdfs.label, dcterms.title].flatMap((name) => literals(graph, iri, name));
  if (label !== undefined) return label;
  graph.problems.push({
    about: iri,
    message: 'the facet has no name: skos:prefLabel, rdfs:label or dcterms:title',
  });
  return iri;
}

function findScheme(graph: Graph, concept: string): string | undefined {
  const about = graph.statements.get(concept) ?? [];
  const named = new Set([
    ...iris(about, skos.inScheme),
    ...iris(about, skos.topConceptOf),
    ...inverse(graph, skos.hasTopConcept, concept),
  ]);
  const found = [...named].filter((iri) => graph.schemes.includes(iri));
  const unknown = [...named].find((iri) => !graph.schemes.includes(iri));
  const problem = (message: string): void => void graph.problems.push({ about: concept, message });
  if (unknown !== undefined) problem(`it is in ${unknown}, which is not a skos:ConceptScheme here`);
  else if (found.length === 0) problem('it is in no facet (skos:inScheme)');
  if (found.length > 1) problem(`it is in ${found.length} facets, and should be in one`);
  return found[0];
}

function findBroader(
  graph: Graph,
  concept: string,
  schemeOf: ReadonlyMap<string, string | undefined>,
): readonly string[] {
  const about = graph.statements.get(concept) ?? [];
  const above = new Set([...iris(about, skos.broader), ...inverse(graph, skos.narrower, concept)]);
  const problem = (message: string): void => void graph.problems.push({ about: concept, message });
  const top = iris(about, skos.topConceptOf).length + inverse(graph, skos.hasTopConcept, concept).length > 0;
  if (top && above.size > 0) problem('it is a top concept, and has one above it (skos:broader)');
  return [...above].filter((iri) => {
    if (!graph.concepts.has(iri)) problem(`the concept above it, ${iri}, is not in the thesaurus`);
    else if (schemeOf.get(iri) !== schemeOf.get(concept))
      problem(`the concept above it, ${iri}, is in another facet`);
    else return true;
    return false;
  });
}

/** Concepts whose paths upwards all end in a cycle have no depth. */
function findDepths(
  broader: ReadonlyMap<string, readonly string[]>,
  problems: ThesaurusProblem[],
): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  let level = [...broader].filter(([, above]) => above.length === 0).map(([iri]) => iri);
  for (let depth = 0; level.length > 0; depth += 1) {
    for (const iri of level) depths.set(iri, depth);
    const reached = new Set(level);
    level = [...broader].flatMap(([iri, above]) =>
      !depths.has(iri) && above.some((other) => reached.has(other)) ? [iri] : [],
    );
  }
  for (const iri of broader.keys())
    if (!depths.has(iri))
      problems.push({ about: iri, message: 'skos:broader leads from it in a circle, never to the top' });
  return depths;
}

function readConcept(graph: Graph, iri: string, broader: readonly string[], depth: number): ThesaurusConcept {
  const preferred = literals(graph, iri, skos.prefLabel);
  const others = [skos.altLabel, skos.hiddenLabel].flatMap((name) => literals(graph, iri, name));
  const problem = (message: string): void => void graph.problems.push({ about: iri, message });
  const [label = iri] = preferred;
  if (preferred.length === 0)
    problem(`it has no skos:prefLabel (in '${graph.language}', or without a language)`);
  if (preferred.length > 1) problem(`it has ${preferred.length} preferred labels: ${preferred.join(', ')}`);
  const proposed = iris(graph.statements.get(iri) ?? [], sfwc.proposed).includes('true');
  return { iri, label, synonyms: [...new Set(others)], broader, depth, proposed };
}

/** Words that belong to two concepts, or to one and to the words to avoid: a match on a page would be ambiguous. */
function clashes(facets: readonly Facet[], negatives: readonly string[]): ThesaurusProblem[] {
  const holders = new Map<string, string>();
  const problems: ThesaurusProblem[] = [];
  const avoided = new Set(negatives.map((label) => label.toLowerCase()));
  for (const { concepts } of facets) {
    for (const { iri, label, synonyms } of concepts) {
      for (const name of new Set([label, ...synonyms].map((written) => written.toLowerCase()))) {
        const other = holders.get(name);
        if (other !== undefined)
          problems.push({ about: iri, message: `'${name}' is also a label of ${other}` });
        else holders.set(name, iri);
        if (avoided.has(name)) problems.push({ about: iri, message: `'${name}' is also a word to avoid` });
      }
    }
  }
  return problems;
}

/** A thesaurus in the flat form that classifiers and strategies read. */
export function toTopicThesaurus({ facets, negatives }: Thesaurus): TopicThesaurus {
  const entries = facets.flatMap(({ label: facet, concepts }) =>
    concepts.map(({ iri, label, synonyms, depth }) => ({ label, synonyms, facet, depth, iri })),
  );
  return { entries, negatives };
}

/** Labels are read in English, as texts are. */
const LANGUAGE = 'en';

/**
 * Reads and checks a thesaurus in any format of RDF, also packed; see {@link checkThesaurus}.
 * @throws InputError when the file is missing, or is not RDF, with the line
 */
export async function readThesaurusFile(file: string): Promise<ThesaurusFile> {
  checkArguments('readThesaurusFile', { file: [file, 'string'] });
  try {
    return { file, ...checkThesaurus(await parseRdfFile(file), LANGUAGE) };
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown;
    throw new InputError(`cannot read the thesaurus: ${thrown.message}`, {
      hint: 'a thesaurus is SKOS in an RDF file; kb/thesaurus-diabetes.ttl is one',
      cause: thrown,
    });
  }
}

/**
 * Opens a thesaurus for judging.
 * @throws InputError as {@link readThesaurusFile}, and for any problem
 */
export async function openThesaurus(file: string): Promise<Thesaurus> {
  checkArguments('openThesaurus', { file: [file, 'string'] });
  const { thesaurus, problems } = await readThesaurusFile(file);
  const [first] = problems;
  if (first === undefined) return thesaurus;
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`;
  throw new InputError(`${problemText(file, first)}${more}`, {
    hint: `sfwc thesaurus validate ${file} lists all that is wrong with it`,
  });
}

/** Opens one in the form that classifiers and strategies read. @throws InputError as {@link openThesaurus} */
export async function openTopicThesaurus(file: string): Promise<TopicThesaurus> {
  return toTopicThesaurus(await openThesaurus(file));
}

/** `FILE: <IRI>: message`. */
export function problemText(file: string, { about, message }: ThesaurusProblem): string {
  return about === undefined ? `${file}: ${message}` : `${file}: <${about}>: ${message}`;
}
