import { rdf, xsd } from '../../model/vocabulary.js';

/** An RDF/JS term as a plain object. */
interface PlainTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly direction?: string;
  readonly datatype?: PlainTerm;
  readonly subject?: PlainTerm;
  readonly predicate?: PlainTerm;
  readonly object?: PlainTerm;
  readonly graph?: PlainTerm;
  readonly equals: (other: PlainTerm | null | undefined) => boolean;
}

/** The kind of a literal: a language, a language with a direction, or a datatype. */
type LiteralKind = string | { readonly language: string; readonly direction?: string } | PlainTerm;

type Parts = Omit<PlainTerm, 'equals'>;

function term(parts: Parts): PlainTerm {
  return { ...parts, equals: (other) => other !== null && other !== undefined && same(parts, other) };
}

function same(one: Parts, other: Parts): boolean {
  const equal = (a: PlainTerm | undefined, b: PlainTerm | undefined): boolean =>
    a === undefined ? b === undefined : a.equals(b);
  return (
    one.termType === other.termType &&
    one.value === other.value &&
    (one.language ?? '') === (other.language ?? '') &&
    (one.direction ?? '') === (other.direction ?? '') &&
    equal(one.datatype, other.datatype) &&
    equal(one.subject, other.subject) &&
    equal(one.predicate, other.predicate) &&
    equal(one.object, other.object) &&
    equal(one.graph, other.graph)
  );
}

const namedNode = (value: string): PlainTerm => term({ termType: 'NamedNode', value });
const STRING = namedNode(xsd.string);
const LANGUAGE_STRING = namedNode(rdf.langString);
const DEFAULT_GRAPH = term({ termType: 'DefaultGraph', value: '' });
let blankNodes = 0;

function literal(value: string, kind?: LiteralKind): PlainTerm {
  if (typeof kind === 'object' && 'termType' in kind) {
    return term({ termType: 'Literal', value, language: '', datatype: kind });
  }
  const { language, direction } = typeof kind === 'string' ? { language: kind } : (kind ?? { language: '' });
  if (language === '') return term({ termType: 'Literal', value, language, datatype: STRING });
  const parts = { termType: 'Literal', value, language, datatype: LANGUAGE_STRING };
  return term(direction === undefined ? parts : { ...parts, direction });
}

function quad(
  subject: PlainTerm,
  predicate: PlainTerm,
  object: PlainTerm,
  graph: PlainTerm = DEFAULT_GRAPH,
): PlainTerm {
  return term({ termType: 'Quad', value: '', subject, predicate, object, graph });
}

/**
 * The RDF/JS terms that Comunica uses instead of its own. Its factory (rdf-data-factory 1) does not support the
 * language literals of its JSON reader (sparqljson-parse 3), which leads to requests with
 * `"Biene"^^undefined:undefined`. N3's terms lose their parts when Comunica copies them.
 */
export const comunicaTerms = {
  namedNode,
  literal,
  quad,
  blankNode: (value?: string): PlainTerm =>
    term({ termType: 'BlankNode', value: value ?? `sfwc_${(blankNodes += 1)}` }),
  variable: (value: string): PlainTerm => term({ termType: 'Variable', value }),
  defaultGraph: (): PlainTerm => DEFAULT_GRAPH,
  fromTerm: (original: PlainTerm): PlainTerm => term(original),
  fromQuad: (original: PlainTerm): PlainTerm => term(original),
};
