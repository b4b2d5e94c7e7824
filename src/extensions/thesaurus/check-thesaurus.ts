import type { TopicThesaurus } from '../../model/thesaurus.js';
import { parseRdfFile } from '../../knowledge/formats/rdf-file.js';
import { fitsLanguage } from '../../language/linking/labels/label-entry.js';
import { InputError, shellWord } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { dcterms, rdf, rdfs, sfwc, skos } from '../../model/vocabulary.js';
import { addToList } from '../../support/add-to-list.js';

interface ThesaurusConcept {
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
interface Facet {
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

interface ThesaurusProblem {
  /** IRI of the concept or scheme; absent for problems of the whole. */
  readonly about?: string;
  readonly message: string;
}

/** A thesaurus as far as it can be read, with its problems; usable without problems. */
interface CheckedThesaurus {
  readonly thesaurus: Thesaurus;
  readonly problems: readonly ThesaurusProblem[];
}

export interface ThesaurusFile extends CheckedThesaurus {
  readonly file: string;
}

/** A statement of RDF, as parsers give it. */
interface Statement {
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
export function checkThesaurus(statements: readonly Statement[], language: string): CheckedThesaurus {
  const reader = new ThesaurusReader(statements, language);
  const facets = reader.facets();
  const negatives = facets.flatMap(({ iri }) => reader.labels(iri, sfwc.negativeLabel));
  const problems = [...reader.problems, ...clashes(facets, negatives)];
  return { thesaurus: { facets, negatives: [...new Set(negatives)] }, problems };
}

/** IRIs of the concepts right above each. */
type Broader = ReadonlyMap<string, readonly string[]>;

/** Reads facets, and notes what is wrong with them. */
class ThesaurusReader {
  readonly problems: ThesaurusProblem[] = [];
  private readonly bySubject = new Map<string, Statement[]>();
  private readonly schemes: readonly string[];
  private readonly concepts: readonly string[];

  constructor(
    private readonly statements: readonly Statement[],
    private readonly language: string,
  ) {
    for (const one of statements) addToList(this.bySubject, one.subject.value, one);
    const typed = (type: string): readonly string[] =>
      [...this.bySubject.keys()].filter((iri) => this.iris(iri, rdf.type).includes(type));
    [this.schemes, this.concepts] = [typed(skos.ConceptScheme), typed(skos.Concept)];
  }

  facets(): readonly Facet[] {
    if (this.schemes.length === 0) this.tell('it has no skos:ConceptScheme: each facet is one');
    const schemeOf = new Map(this.concepts.map((iri) => [iri, this.schemeOf(iri)]));
    const broader: Broader = new Map(this.concepts.map((iri) => [iri, this.broader(iri, schemeOf)]));
    const depths = depthsOf(broader);
    for (const iri of this.concepts)
      if (!depths.has(iri)) this.tell('skos:broader leads from it in a circle, never to the top', iri);
    return this.schemes.map((scheme) => ({
      iri: scheme,
      label: this.nameOf(scheme),
      concepts: this.concepts
        .filter((iri) => schemeOf.get(iri) === scheme)
        .map((iri) => this.concept(iri, broader.get(iri) ?? [], depths.get(iri) ?? 0)),
    }));
  }

  /** Labels in the language or without language. */
  labels(iri: string, ...properties: readonly string[]): readonly string[] {
    const texts = properties.flatMap((property) =>
      (this.bySubject.get(iri) ?? [])
        .filter(({ predicate, object }) => predicate.value === property && object.termType === 'Literal')
        .filter(({ object }) => fitsLanguage(object.language?.toLowerCase() ?? '', this.language))
        .map(({ object }) => object.value.trim()),
    );
    return [...new Set(texts)].filter((text) => text !== '');
  }

  private tell(message: string, about?: string): void {
    this.problems.push({ about, message });
  }

  private iris(subject: string, property: string): readonly string[] {
    const about = this.bySubject.get(subject) ?? [];
    return about.filter(({ predicate }) => predicate.value === property).map(({ object }) => object.value);
  }

  private subjects(property: string, value: string): readonly string[] {
    return this.statements
      .filter(({ predicate, object }) => predicate.value === property && object.value === value)
      .map(({ subject }) => subject.value);
  }

  private nameOf(scheme: string): string {
    const [label] = this.labels(scheme, skos.prefLabel, rdfs.label, dcterms.title);
    if (label === undefined)
      this.tell('the facet has no name (skos:prefLabel, rdfs:label or dcterms:title)', scheme);
    return label ?? scheme;
  }

  private schemeOf(concept: string): string | undefined {
    const named = [
      ...this.iris(concept, skos.inScheme),
      ...this.iris(concept, skos.topConceptOf),
      ...this.subjects(skos.hasTopConcept, concept),
    ];
    const found = this.schemes.filter((iri) => named.includes(iri));
    if (found.length === 0) this.tell('it is in no facet (skos:inScheme)', concept);
    if (found.length > 1) this.tell(`it is in ${found.length} facets, and should be in one`, concept);
    return found[0];
  }

  private broader(concept: string, schemeOf: ReadonlyMap<string, string | undefined>): readonly string[] {
    const above = new Set([...this.iris(concept, skos.broader), ...this.subjects(skos.narrower, concept)]);
    return [...above].filter((iri) => {
      const isHere = schemeOf.has(iri);
      const fits = isHere && schemeOf.get(iri) === schemeOf.get(concept);
      const where = isHere ? 'in another facet' : 'not in the thesaurus';
      if (!fits) this.tell(`the concept above it, ${iri}, is ${where}`, concept);
      return fits;
    });
  }

  private concept(iri: string, broader: readonly string[], depth: number): ThesaurusConcept {
    const [label = iri] = this.labels(iri, skos.prefLabel);
    if (label === iri)
      this.tell(`it has no skos:prefLabel in '${this.language}' or without a language tag`, iri);
    const synonyms = this.labels(iri, skos.altLabel, skos.hiddenLabel);
    const proposed = this.iris(iri, sfwc.proposed).includes('true');
    return { iri, label, synonyms, broader, depth, proposed };
  }
}

/** Concepts whose paths upwards all end in a circle have no depth. */
function depthsOf(broader: Broader): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  let level = [...broader].filter(([, above]) => above.length === 0).map(([iri]) => iri);
  for (let depth = 0; level.length > 0; depth += 1) {
    for (const iri of level) depths.set(iri, depth);
    const reached = new Set(level);
    level = [...broader].flatMap(([iri, above]) =>
      !depths.has(iri) && above.some((other) => reached.has(other)) ? [iri] : [],
    );
  }
  return depths;
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
    hint: `sfwc thesaurus validate ${shellWord(file)} lists all that is wrong with it`,
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
