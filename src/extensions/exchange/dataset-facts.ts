import type { DatasetUnit } from '../../knowledge/places/dataset-units.js';
import { dcterms, prov, sfwc } from '../../model/vocabulary.js';
import { given } from '../../support/given.js';
import { describeUnit } from './kb-info.js';

/** What catalogues say of a topic or a crawl. */
export interface DatasetFacts {
  /** IRI of the dataset: that of the topic or crawl, with `/dataset`. */
  readonly iri: string;
  readonly title: string;
  readonly description: string;
  /** Names of topics. */
  readonly keywords: readonly string[];
  /** ISO 639-1. */
  readonly language?: string;
  /** ISO 8601, UTC. */
  readonly modified?: string;
  readonly created?: string;
  /** Documents of a corpus, or pages that were accepted. */
  readonly documents?: number;
  /** IRI of the crawl that made it. */
  readonly generatedBy?: string;
  /** IRIs of the topics that a crawl judged by. */
  readonly derivedFrom: readonly string[];
  /** How a topic was made, in words. */
  readonly provenance?: string;
}

/** What a dataset contains, in numbers. */
export interface DatasetCounts {
  readonly triples: number;
  readonly subjects: number;
  readonly objects: number;
  /** Nouns of a topic, or pages of a crawl. */
  readonly entities: number;
  readonly classes: readonly (readonly [iri: string, count: number])[];
  readonly properties: readonly (readonly [iri: string, count: number])[];
}

const CRAWL = `SELECT ?crawl ?title ?started (COUNT(DISTINCT ?page) AS ?accepted) WHERE {
  ?crawl a <${sfwc.Crawl}> ; <${dcterms.title}> ?title ; <${prov.startedAtTime}> ?started .
  OPTIONAL { ?page <${sfwc.decision}> ?decision . ?decision <${sfwc.accepted}> true }
} GROUP BY ?crawl ?title ?started`;
const USED = `SELECT DISTINCT ?topic WHERE { ?crawl a <${sfwc.Crawl}> ; <${prov.used}> ?topic } ORDER BY ?topic`;

/** The facts about a topic or a crawl; undefined for anything else. */
export async function datasetFacts(unit: DatasetUnit): Promise<DatasetFacts | undefined> {
  const { rows } = await unit.kb.select(CRAWL, unit.scope);
  const [row] = rows;
  const crawl = row?.['crawl']?.value;
  return crawl === undefined ? topicFacts(unit) : crawlFacts(unit, crawl, row ?? {});
}

async function crawlFacts(
  { kb, scope }: DatasetUnit,
  crawl: string,
  row: Readonly<Record<string, { readonly value: string }>>,
): Promise<DatasetFacts> {
  const topics = (await kb.select(USED, scope)).rows.flatMap(({ topic }) => topic?.value ?? []);
  const title = row['title']?.value ?? '';
  const documents = Number(row['accepted']?.value ?? 0);
  return {
    iri: `${crawl}/dataset`,
    title,
    description: `URLs of a focused crawl, the verdicts on its pages and the reasons for them; ${documents} pages were accepted.`,
    keywords: title
      .replace(/^Crawl (?:for |without a topic)/, '')
      .split(', ')
      .filter((name) => name !== ''),
    created: row['started']?.value,
    documents,
    generatedBy: crawl,
    derivedFrom: topics,
  };
}

async function topicFacts(unit: DatasetUnit): Promise<DatasetFacts | undefined> {
  const info = await describeUnit(unit);
  if (!('name' in info)) return undefined;
  const { name, annotator, linkers, settings, checksums, files, documents, language } = info;
  const sums = Object.entries(given(checksums)).map(([of, checksum]) => `${of} SHA-256 ${checksum}`);
  return {
    iri: `${info.iri}/dataset`,
    title: name,
    description: `Nouns of ${documents} documents about ${name}, and what they mean.`,
    keywords: [name],
    language,
    modified: files[0]?.modified,
    documents,
    derivedFrom: [],
    provenance: `annotator ${annotator}; linkers ${linkers.join(', ')}; settings ${settings}; ${sums.join(', ')}`,
  };
}

/** Counts a dataset. */
export async function countDataset({ kb, scope }: DatasetUnit): Promise<DatasetCounts> {
  const list = async (query: string): Promise<(readonly [string, number])[]> => {
    const { rows } = await kb.select(query, scope);
    return rows.map((row) => [row['iri']?.value ?? '', Number(row['n']?.value ?? 0)] as const);
  };
  const one = async (what: string, pattern = '?s ?p ?o'): Promise<number> => {
    const { rows } = await kb.select(`SELECT (COUNT(${what}) AS ?n) WHERE { ${pattern} }`, scope);
    return Number(rows[0]?.['n']?.value ?? 0);
  };
  return {
    triples: await one('*'),
    subjects: await one('DISTINCT ?s'),
    objects: await one('DISTINCT ?o'),
    entities: await one('DISTINCT ?s', `?s a ?kind VALUES ?kind { <${sfwc.Entity}> <${sfwc.Page}> }`),
    classes: await list(
      'SELECT ?iri (COUNT(DISTINCT ?s) AS ?n) WHERE { ?s a ?iri } GROUP BY ?iri ORDER BY ?iri',
    ),
    properties: await list('SELECT ?iri (COUNT(*) AS ?n) WHERE { ?s ?iri ?o } GROUP BY ?iri ORDER BY ?iri'),
  };
}
