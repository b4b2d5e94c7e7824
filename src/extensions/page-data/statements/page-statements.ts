import { DataFactory, type Quad, type Term } from 'n3';
import { PAGE_LIMITS } from '../../../web/page/limits.js';
import { messageOf } from '../../../model/errors.js';
import { rdf, SFWC_BASE } from '../../../model/vocabulary.js';
import { writtenTerm } from '../../../support/rdf/quads.js';
import { iri } from '../../../support/rdf/rdf-terms.js';
import { iriOfUrl, isIri } from '../../../support/rdf/sparql-terms.js';
import type { PageMarkup } from '../metadata/page-markup.js';
import { bundledContexts, prepareJsonLd } from './json-ld.js';
import { runParser, type StreamingParser } from './run-parser.js';

/** What is kept of the RDF of a page. */
export const STATEMENT_LIMITS = {
  statements: 5_000,
  /** Characters of a literal. */
  literal: 50_000,
  /** Characters of all statements as they are written. */
  characters: 2_000_000,
  /** Characters of a page in which microdata and RDFa are read. */
  page: 5_000_000,
  /** Milliseconds for a page. */
  time: 5_000,
} as const;

/** The RDF in a page. */
export interface PageStatements {
  /** N-Quads; empty without. */
  readonly nquads: string;
  readonly count: number;
  /** What was left out, in words. */
  readonly problems: readonly string[];
}

/** A page to read RDF out of. */
export interface StatementSource {
  readonly markup: PageMarkup;
  readonly html: string;
  /** Addresses are relative to it. */
  readonly base: string;
  /** IRI of the graph of its statements. */
  readonly graph: string;
  /** What the labels of its blank nodes begin with. */
  readonly label: string;
}

/**
 * The statements that a page makes in JSON-LD, microdata and RDFa, as quads of one graph. Nothing is requested. What is beyond
 * {@link STATEMENT_LIMITS} is left out, and so are statements with IRIs of sfwc, by which a page could pretend to be judged.
 * @param now milliseconds
 */
export async function pageStatements(
  source: StatementSource,
  now: () => number = () => performance.now(),
): Promise<PageStatements> {
  const { markup, html, base } = source;
  const until = now() + STATEMENT_LIMITS.time;
  const writer = new StatementWriter(source);
  const problems: string[] = [];
  const unknown = new Set<string>();
  const read = async (name: string, text: string, make: () => Promise<StreamingParser>): Promise<void> => {
    const take = writer.takerOf(name);
    const isOver = (): boolean => now() > until;
    const problem = isOver()
      ? 'takes too long'
      : await make()
          .then((parser) => runParser(parser, text, { take, isOver }))
          .catch((thrown: unknown) => messageOf(thrown));
    if (problem !== undefined) problems.push(`${name} ${problem}`);
  };
  for (const [place, script] of markup.data.entries()) {
    const name = `JSON-LD ${place + 1}`;
    const prepared = prepareJsonLd(script);
    if (typeof prepared === 'string') problems.push(`${name} ${prepared}`);
    else {
      for (const address of prepared.unknown) unknown.add(address);
      await read(name, prepared.json, () => jsonLdParser(base));
    }
  }
  if (unknown.size > 0)
    problems.push(`terms of ${unknown.size} contexts are not known: ${[...unknown].slice(0, 3).join(', ')}`);
  const markupProblem = whyNotRead(markup, html);
  const [hasMicrodata, hasRdfa] = [/\sitemscope\b/i.test(html), /\s(?:property|typeof)\s*=/i.test(html)];
  if (markupProblem !== undefined && (hasMicrodata || hasRdfa)) problems.push(markupProblem);
  if (markupProblem === undefined && hasMicrodata) await read('microdata', html, () => microdataParser(base));
  if (markupProblem === undefined && hasRdfa) await read('RDFa', html, () => rdfaParser(base));
  if (writer.refused > 0) problems.push(`${writer.refused} statements with terms of sfwc are left out`);
  return { nquads: writer.nquads, count: writer.count, problems: problems.map(oneLine) };
}

/** The libraries read elements within each other in turn; what is too deep or too long for them. */
function whyNotRead({ depth }: PageMarkup, html: string): string | undefined {
  if (html.length > STATEMENT_LIMITS.page) return 'microdata and RDFa are not read: the page is too long';
  return depth > PAGE_LIMITS.depth / 4 ? 'microdata and RDFa are not read: the page is too deep' : undefined;
}

async function jsonLdParser(base: string): Promise<StreamingParser> {
  const { JsonLdParser } = await import('jsonld-streaming-parser');
  return new JsonLdParser({ baseIRI: base, documentLoader: bundledContexts });
}

async function microdataParser(base: string): Promise<StreamingParser> {
  const { MicrodataRdfParser } = await import('microdata-rdf-streaming-parser');
  return new MicrodataRdfParser({ baseIRI: base });
}

async function rdfaParser(base: string): Promise<StreamingParser> {
  const { RdfaParser } = await import('rdfa-streaming-parser');
  return new RdfaParser({
    baseIRI: base,
    profile: 'html',
    contentType: 'text/html',
  });
}

/** What HTML itself says by `rel` and `role`: style sheets, icons, navigation. */
const OF_HTML = 'http://www.w3.org/1999/xhtml/vocab#';
const SCHEMA_SECURE = 'https://schema.org/';
/** Prefixes of OpenGraph that pages use without declaring them. */
const OPEN_GRAPH: Readonly<Record<string, string>> = {
  og: 'http://ogp.me/ns#',
  article: 'http://ogp.me/ns/article#',
  book: 'http://ogp.me/ns/book#',
  profile: 'http://ogp.me/ns/profile#',
  video: 'http://ogp.me/ns/video#',
  music: 'http://ogp.me/ns/music#',
  fb: 'http://ogp.me/ns/fb#',
};

class StatementWriter {
  nquads = '';
  count = 0;
  refused = 0;
  private readonly written = new Set<string>();
  private readonly blanks = new Map<string, string>();

  constructor(private readonly source: Pick<StatementSource, 'graph' | 'label'>) {}

  /** Takes the quads of one parser, whose blank nodes are others than those of the next. */
  takerOf(parser: string): (quad: Quad) => boolean {
    return (quad) => this.take(quad, parser);
  }

  private take({ subject, predicate, object }: Quad, parser: string): boolean {
    if (predicate.value.startsWith(OF_HTML)) return true;
    const property = predicateOf(predicate.value);
    const isType = property === rdf.type;
    const terms = [
      this.term(subject, parser),
      writtenIri(property),
      this.term(isType ? withUsualSchema(object) : object, parser),
    ];
    if (terms.includes(undefined)) return true;
    const statement = terms.join(' ');
    if (statement.includes(`<${SFWC_BASE}`)) {
      this.refused += 1;
      return true;
    }
    if (this.written.has(statement)) return true;
    const line = `${statement} <${this.source.graph}> .\n`;
    if (this.count >= STATEMENT_LIMITS.statements) return false;
    if (this.nquads.length + line.length > STATEMENT_LIMITS.characters) return false;
    this.written.add(statement);
    this.count += 1;
    this.nquads += line;
    return true;
  }

  /** A term as N-Quads writes it; undefined where it cannot be written. */
  private term(term: Term, parser: string): string | undefined {
    if (term.termType === 'NamedNode') return writtenIri(term.value);
    if (term.termType === 'BlankNode') return this.blank(`${parser} ${term.value}`);
    if (term.termType !== 'Literal' || term.value.length > STATEMENT_LIMITS.literal) return undefined;
    const value = term.value.replace(/\p{Cs}/gu, '\uFFFD');
    if (/^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(term.language))
      return writtenTerm(DataFactory.literal(value, term.language.toLowerCase()));
    const { value: type } = term.datatype;
    return writtenTerm(
      isIri(type) && type !== rdf.langString
        ? DataFactory.literal(value, iri(type))
        : DataFactory.literal(value),
    );
  }

  private blank(name: string): string {
    const known = this.blanks.get(name);
    if (known !== undefined) return known;
    const label = `_:${this.source.label}b${this.blanks.size}`;
    this.blanks.set(name, label);
    return label;
  }
}

function predicateOf(predicate: string): string {
  if (predicate.startsWith(SCHEMA_SECURE)) return `http${predicate.slice('https'.length)}`;
  const [, prefix = '', name = ''] = /^([a-z]+):(?!\/)(.*)$/s.exec(predicate) ?? [];
  const place = Object.hasOwn(OPEN_GRAPH, prefix) ? OPEN_GRAPH[prefix] : undefined;
  return place === undefined ? predicate : `${place}${name}`;
}

function withUsualSchema(term: Term): Term {
  return term.termType === 'NamedNode' && term.value.startsWith(SCHEMA_SECURE)
    ? iri(`http${term.value.slice('https'.length)}`)
    : term;
}

function writtenIri(value: string): string | undefined {
  const usual = isIri(value) ? value : iriOfUrl(value);
  return isIri(usual) && usual.length <= LONGEST_IRI ? writtenTerm(iri(usual)) : undefined;
}

const LONGEST_IRI = 4_000;

/** A message of a library, or with words of the page, as one line. */
function oneLine(problem: string): string {
  return problem.replace(/\s+/g, ' ').slice(0, 300);
}
