import { DataFactory, type Quad, type Term } from 'n3';
import type { PageWithEvent } from '../../../app/crawl/pages.js';
import { pageDataSet, setQuads } from '../../../crawling/store/crawl-quads.js';
import { readPageBody } from '../../../crawling/store/page-store.js';
import { sha256 } from '../../../support/hash.js';
import { messageOf } from '../../../model/errors.js';
import { prov, rdf, sfwc, SFWC_BASE } from '../../../model/vocabulary.js';
import { parseUrl } from '../../../support/parse-url.js';
import { describe, nquadsOf, writtenTerm } from '../../../support/rdf/quads.js';
import { dateTime, iri } from '../../../support/rdf/rdf-terms.js';
import { iriOfUrl, isIri } from '../../../support/rdf/sparql-terms.js';
import { markupOf } from '../../../web/page/reader.js';
import { bundledContexts, prepareJsonLd } from './json-ld.js';
import { readMarkup } from './page-markup.js';

/** Limits of the claims of a page. */
export const CLAIM_LIMITS = {
  statements: 5_000,
  /** Characters of a literal, and of an IRI. */
  literal: 50_000,
  iri: 4_000,
  /** Characters of all statements as they are written. */
  characters: 2_000_000,
} as const;

/** The statements in JSON-LD of a page. */
export interface PageClaims {
  /** N-Quads of one graph; empty without. */
  readonly nquads: string;
  /** Parts that were left out, in words. */
  readonly problems: readonly string[];
}

/** Graph of the statements of a page. */
export interface ClaimPlace {
  /** Addresses are relative to it. */
  readonly base: string;
  /** IRI of the graph. */
  readonly graph: string;
  /** Beginning of the labels of blank nodes. */
  readonly label: string;
}

/**
 * The statements that accepted pages make in JSON-LD, as N-Quads: a graph for each page, and from which page it is quoted.
 * @param crawl IRI of the crawl
 */
export async function* claimsOf(
  out: string,
  crawl: string,
  pages: AsyncIterable<PageWithEvent>,
  warn: (message: string) => void,
): AsyncGenerator<string> {
  const set = pageDataSet(crawl);
  yield nquadsOf([setQuads(crawl)]);
  for await (const { event } of pages) {
    const { url, finalUrl = url, contentType = '', time } = event;
    const body = await readPageBody(out, event);
    if (body === undefined) {
      warn(`${url}: its JSON-LD was not read, since its body was not kept, or is damaged`);
      continue;
    }
    const { base, data } = readMarkup(markupOf(body, contentType));
    const name = sha256(url).slice(0, 16);
    const place = {
      base: parseUrl(base, finalUrl)?.href ?? finalUrl,
      graph: `${set}/${name}`,
      label: `p${name}`,
    };
    const { nquads, problems } = await readClaims(data, place);
    for (const problem of problems) warn(`${url}: left out: ${problem}`);
    if (nquads === '') continue;
    const quotation = describe(place.graph, set, [
      [rdf.type, iri(sfwc.PageStatements)],
      [rdf.type, iri(prov.Entity)],
      [prov.wasQuotedFrom, iri(iriOfUrl(url))],
      [prov.generatedAtTime, dateTime(time)],
    ]);
    yield nquadsOf([quotation]) + nquads;
  }
}

/**
 * The statements in scripts of JSON-LD. Nothing is requested. What is beyond {@link CLAIM_LIMITS} is left out, and so are
 * statements with IRIs of sfwc, by which a page could pretend to be judged.
 */
export async function readClaims(scripts: readonly string[], place: ClaimPlace): Promise<PageClaims> {
  const writer = new ClaimWriter(place);
  const problems: string[] = [];
  for (const [number, script] of scripts.entries()) {
    const name = `JSON-LD ${number + 1}`;
    const prepared = prepareJsonLd(script);
    if (typeof prepared === 'string') problems.push(`${name} ${prepared}`);
    else {
      if (prepared.unknown.length > 0)
        problems.push(`${name} has contexts that are not known: ${prepared.unknown.slice(0, 3).join(', ')}`);
      const problem = await parse(prepared.json, place.base, (quad) => writer.take(quad, name));
      if (problem !== undefined) problems.push(`${name} ${problem}`);
    }
  }
  if (writer.refused > 0) problems.push(`${writer.refused} statements with terms of sfwc are left out`);
  return { nquads: writer.nquads, problems: problems.map(oneLine) };
}

/** @param take false: no more are wanted @returns why not all was read, in words; undefined where it was */
async function parse(
  json: string,
  baseIRI: string,
  take: (quad: Quad) => boolean,
): Promise<string | undefined> {
  const { JsonLdParser } = await import('jsonld-streaming-parser');
  const parser = new JsonLdParser({ baseIRI, documentLoader: bundledContexts });
  return new Promise((resolve) => {
    const stop = (problem: string): void => {
      resolve(problem);
      parser.destroy();
    };
    parser.on('end', () => resolve(undefined));
    parser.on('error', (error) => stop(messageOf(error)));
    parser.on('data', (quad: Quad) => {
      if (!take(quad)) stop('has more statements than are kept');
    });
    parser.end(json);
  });
}

const SCHEMA_SECURE = 'https://schema.org/';

/** Writes statements as N-Quads, each once. */
class ClaimWriter {
  nquads = '';
  refused = 0;
  private readonly written = new Set<string>();
  private readonly blanks = new Map<string, string>();

  constructor(private readonly place: ClaimPlace) {}

  /** @param script its blank nodes are others than those of the next @returns false where the limits are reached */
  take({ subject, predicate, object }: Quad, script: string): boolean {
    const terms = [subject, predicate, object].map((term) => this.term(term, script));
    if (terms.includes(undefined)) return true;
    const statement = terms.join(' ');
    if (statement.includes(`<${SFWC_BASE}`)) {
      this.refused += 1;
      return true;
    }
    if (this.written.has(statement)) return true;
    const line = `${statement} <${this.place.graph}> .\n`;
    if (this.written.size >= CLAIM_LIMITS.statements) return false;
    if (this.nquads.length + line.length > CLAIM_LIMITS.characters) return false;
    this.written.add(statement);
    this.nquads += line;
    return true;
  }

  /** A term as N-Quads writes it; undefined where it cannot be written. */
  private term(term: Term, script: string): string | undefined {
    if (term.termType === 'NamedNode') return writtenIri(term.value);
    if (term.termType === 'BlankNode') return this.blank(`${script} ${term.value}`);
    if (term.termType !== 'Literal' || term.value.length > CLAIM_LIMITS.literal) return undefined;
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
    const label = `_:${this.place.label}b${this.blanks.size}`;
    this.blanks.set(name, label);
    return label;
  }
}

/** An IRI, that of schema.org in its usual form; undefined where it is none. */
function writtenIri(value: string): string | undefined {
  const known = value.startsWith(SCHEMA_SECURE) ? `http${value.slice('https'.length)}` : value;
  const usual = isIri(known) ? known : iriOfUrl(known);
  return isIri(usual) && usual.length <= CLAIM_LIMITS.iri ? writtenTerm(iri(usual)) : undefined;
}

/** A message of a library, or with words of the page, as one line. */
function oneLine(problem: string): string {
  return problem.replace(/\s+/g, ' ').slice(0, 300);
}
