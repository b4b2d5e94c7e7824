import { Problem } from './http.js';

/** A format for answers. */
export interface MediaFormat {
  /** Short name for `format=`. */
  readonly name: string;
  /** Its media type, also for the engine. */
  readonly mediaType: string;
  /** Other media types and short names. */
  readonly aliases: readonly string[];
}

function format(name: string, mediaType: string, ...aliases: readonly string[]): MediaFormat {
  return { name, mediaType, aliases };
}

const JSON_RESULTS = format('json', 'application/sparql-results+json', 'application/json', 'srj');
const XML_RESULTS = format('xml', 'application/sparql-results+xml', 'application/xml', 'text/xml', 'srx');
const CSV = format('csv', 'text/csv');
const TSV = format('tsv', 'text/tab-separated-values', 'text/tsv');
const TURTLE = format('turtle', 'text/turtle', 'application/turtle', 'application/x-turtle', 'ttl');
const NTRIPLES = format('ntriples', 'application/n-triples', 'nt', 'n-triples');
const RDF_XML = format('rdfxml', 'application/rdf+xml', 'rdf', 'rdf/xml', 'xml');
const JSON_LD = format('jsonld', 'application/ld+json', 'json-ld', 'json');
const NQUADS = format('nquads', 'application/n-quads', 'nq', 'n-quads');
const TRIG = format('trig', 'application/trig');

/** Rows of SELECT. The first of a list is the default. */
export const ROW_FORMATS: readonly MediaFormat[] = [JSON_RESULTS, XML_RESULTS, CSV, TSV];
/** ASK: the specification defines no CSV or TSV for it. */
export const BOOLEAN_FORMATS: readonly MediaFormat[] = [JSON_RESULTS, XML_RESULTS];
/** Triples of a query. */
export const TRIPLE_FORMATS: readonly MediaFormat[] = [TURTLE, NTRIPLES, RDF_XML, JSON_LD, TRIG, NQUADS];

/** A format with the media type that the client asked for. */
export interface Chosen {
  readonly format: MediaFormat;
  /** With the charset for text types. */
  readonly contentType: string;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * Chooses a format (RFC 9110, 12.5.1): the highest quality wins, taken from the most specific matching range; among
 * equals the order of the offer. Parameters other than `q` are ignored.
 * @param accept the header; absent means anything
 * @returns undefined when nothing offered is acceptable
 */
export function negotiate(accept: string | undefined, offer: readonly MediaFormat[]): Chosen | undefined {
  const ranges = parseAccept(accept ?? '');
  if (ranges.length === 0) return choose(offer[0], offer[0]?.mediaType);
  let best: { readonly chosen?: Chosen; readonly quality: number } = { quality: 0 };
  for (const candidate of offer) {
    for (const type of [candidate.mediaType, ...candidate.aliases.filter((alias) => alias.includes('/'))]) {
      const quality = qualityOf(type, ranges, type === candidate.mediaType);
      if (quality > best.quality) best = { chosen: choose(candidate, type), quality };
    }
  }
  return best.chosen;
}

/** A format by short name or media type, as in `format=` or a content type. */
export function formatNamed(name: string, offer: readonly MediaFormat[]): Chosen | undefined {
  const wanted = essence(name);
  const found = offer.find(({ name: short, mediaType, aliases }) =>
    [short, mediaType, ...aliases].includes(wanted),
  );
  return choose(found, found?.mediaType);
}

/** The format of an answer, by name or else by the Accept header; undefined when nothing fits. */
export function findFormat(
  accept: string | undefined,
  name: string | undefined,
  offer: readonly MediaFormat[],
): Chosen | undefined {
  return name === undefined ? negotiate(accept, offer) : formatNamed(name, offer);
}

/** Status 406 with the available formats. */
export function unacceptable(
  accept: string | undefined,
  name: string | undefined,
  offer: readonly MediaFormat[],
): Problem {
  const there = offer.map(({ mediaType }) => mediaType).join(', ');
  return new Problem(406, `not available as ${name ?? accept ?? ''}; there is ${there}`);
}

/** A media type without parameters, in lower case. */
export function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

function choose(format: MediaFormat | undefined, type: string | undefined): Chosen | undefined {
  if (format === undefined || type === undefined) return undefined;
  return { format, contentType: type.startsWith('text/') ? `${type}; charset=utf-8` : type };
}

function parseAccept(header: string): Range[] {
  return header.split(',').flatMap((part) => {
    const type = essence(part);
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
    const quality = /;\s*q\s*=\s*([\d.]+)/i.exec(part)?.[1];
    return [{ type, quality: quality === undefined ? 1 : Math.min(Number(quality) || 0, 1) }];
  });
}

/** Wildcards match a format's own type, not its aliases. */
function qualityOf(type: string, ranges: readonly Range[], isOwn: boolean): number {
  const patterns = isOwn ? [type, `${type.split('/')[0] ?? ''}/*`, '*/*'] : [type];
  for (const pattern of patterns) {
    const found = ranges.filter((range) => range.type === pattern);
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality));
  }
  return 0;
}
