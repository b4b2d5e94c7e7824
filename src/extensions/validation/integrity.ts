import path from 'node:path';
import { openCorpusRecord, recordChecksum } from '../../knowledge/files/corpus-record.js';
import { readCompanions } from '../../knowledge/files/kb-folder.js';
import { SfwcError } from '../../model/errors.js';
import { dcterms, nif, sfwc } from '../../model/vocabulary.js';
import { fileExists } from '../../support/files/file-exists.js';
import { inverseDocumentFrequency } from '../../support/statistics.js';
import type { DatasetUnit } from '../../knowledge/places/dataset-units.js';
import { corpusChecksum, holdDocument, type HeldDocument } from '../../app/topics/building/gather.js';

/** Something wrong that no shape can say. */
export interface IntegrityProblem {
  /** A file, or an endpoint and a graph. */
  readonly where: string;
  readonly message: string;
}

/**
 * What must hold for a unit in addition to its shapes: a topic has its description, frequencies that follow from its documents, and
 * companions that are there, whole, and its own; a crawl has its description.
 */
export async function checkIntegrity(unit: DatasetUnit): Promise<readonly IntegrityProblem[]> {
  const problem = (message: string, where = unit.name): IntegrityProblem => ({ where, message });
  if (unit.kind === 'thesaurus') return [];
  const described = await subjectsOf(unit, TYPES[unit.kind]);
  const isFile = unit.files.length > 0;
  // Graphs that someone put into a served knowledge base have files of their own, with such names.
  if (described.length === 0 && isFile && path.basename(unit.name).startsWith('_')) return [];
  if (described.length !== 1) return [problem(`holds ${described.length} ${unit.kind}s instead of one`)];
  if (unit.kind !== 'topic') return [];
  const frequencies = await checkFrequencies(unit, problem);
  return isFile ? [...frequencies, ...(await checkCompanions(unit, problem))] : frequencies;
}

/** What describes a unit of each kind. */
const TYPES = {
  topic: sfwc.Topic,
  crawl: sfwc.Crawl,
  'page data': sfwc.PageData,
};

type MakeProblem = (message: string, where?: string) => IntegrityProblem;

async function subjectsOf({ kb, scope }: DatasetUnit, type: string): Promise<string[]> {
  const { rows } = await kb.select(`SELECT DISTINCT ?s WHERE { ?s a <${type}> }`, scope);
  return rows.map((row) => row['s']?.value ?? '');
}

/** What six decimal places may differ. */
const ROUNDED = 0.000_001;
/** Lemmas that are named. */
const NAMED = 20;

/** IDF = log2(N / n), counted again. */
async function checkFrequencies(
  { kb, scope }: DatasetUnit,
  problem: MakeProblem,
): Promise<IntegrityProblem[]> {
  const total = await kb.select(`SELECT (COUNT(*) AS ?n) WHERE { ?d a <${sfwc.Document}> }`, scope);
  const documents = Number(total.rows[0]?.['n']?.value ?? 0);
  const { rows } = await kb.select(
    `SELECT ?lemma (MIN(?idf) AS ?low) (MAX(?idf) AS ?high) (COUNT(DISTINCT ?d) AS ?n) WHERE {
  ?e <${sfwc.inDocument}> ?d ; <${nif.anchorOf}> ?lemma ; <${sfwc.idfValue}> ?idf } GROUP BY ?lemma`,
    scope,
  );
  const wrong = rows.flatMap((row) => {
    const [lemma = '', low, high, count] = ['lemma', 'low', 'high', 'n'].map((name) => row[name]?.value);
    const idf = inverseDocumentFrequency(documents, Number(count));
    const off = [low, high].find((value) => !(Math.abs(Number(value) - idf) <= ROUNDED));
    return off === undefined
      ? []
      : [
          problem(
            `the IDF of “${lemma}” is ${off}, but it stands in ${count ?? 0} of ${documents} documents: ${idf.toFixed(6)}`,
          ),
        ];
  });
  if (wrong.length <= NAMED) return wrong;
  return [...wrong.slice(0, NAMED), problem(`the IDF of ${wrong.length - NAMED} more nouns is wrong`)];
}

async function checkCompanions(unit: DatasetUnit, problem: MakeProblem): Promise<IntegrityProblem[]> {
  const { corpus, nif: layer } = await readCompanions(unit.name);
  const problems: IntegrityProblem[] = [];
  for (const companion of [corpus, layer]) {
    if (companion !== undefined && !(await fileExists(companion)))
      problems.push(problem(`names ${path.basename(companion)}, which is missing next to it`));
  }
  if (corpus !== undefined && (await fileExists(corpus)))
    problems.push(...(await checkRecord(unit, corpus, problem)));
  if (layer !== undefined && (await fileExists(layer)))
    problems.push(...(await checkLayer(unit, layer, corpus, problem)));
  return problems;
}

async function checkRecord(
  unit: DatasetUnit,
  file: string,
  problem: MakeProblem,
): Promise<IntegrityProblem[]> {
  try {
    const problems: IntegrityProblem[] = [];
    const checksum = await recordChecksum(file);
    if (!path.basename(file).includes(`-${checksum.slice(0, 16)}.`))
      problems.push(
        problem(`its content has the checksum ${checksum.slice(0, 16)}, not that of its name`, file),
      );
    const held: HeldDocument[] = [];
    for await (const { role, document } of (await openCorpusRecord(file)).documents())
      if (role === 'corpus') held.push(holdDocument(document));
    const { rows } = await unit.kb.select(
      `SELECT ?checksum WHERE { ?t a <${sfwc.Topic}> ; <${sfwc.corpusChecksum}> ?checksum }`,
    );
    if (rows.length > 0 && rows[0]?.['checksum']?.value !== corpusChecksum(held))
      problems.push(problem('its texts are not those that the topic was built from', file));
    problems.push(...(await compareDocuments(unit, held, (message) => problem(message, file))));
    return problems;
  } catch (error) {
    if (error instanceof SfwcError) return [problem(error.message, file)];
    throw error;
  }
}

async function compareDocuments(
  { kb }: DatasetUnit,
  held: readonly HeldDocument[],
  problem: (message: string) => IntegrityProblem,
): Promise<IntegrityProblem[]> {
  const { rows } = await kb.select(
    `SELECT ?id WHERE { ?d a <${sfwc.Document}> ; <${dcterms.identifier}> ?id }`,
  );
  const inTopic = new Set(rows.map((row) => row['id']?.value ?? ''));
  const inRecord = new Set(held.map(({ id }) => id));
  const missing = [...inTopic].filter((id) => !inRecord.has(id));
  const surplus = [...inRecord].filter((id) => !inTopic.has(id));
  return [
    ...missing.slice(0, NAMED).map((id) => problem(`lacks the document '${id}' of the topic`)),
    ...surplus.slice(0, NAMED).map((id) => problem(`has the document '${id}', which is not in the topic`)),
  ];
}

async function checkLayer(
  { kb }: DatasetUnit,
  file: string,
  record: string | undefined,
  problem: MakeProblem,
): Promise<IntegrityProblem[]> {
  const problems: IntegrityProblem[] = [];
  const checksumIn = (name: string): string | undefined => /-([0-9a-f]{16})\./.exec(path.basename(name))?.[1];
  if (record !== undefined && checksumIn(record) !== checksumIn(file))
    problems.push(problem(`was not made from ${path.basename(record)}`, file));
  const { rows } = await kb.select(
    `SELECT ?d WHERE { ?d a <${sfwc.Document}> FILTER NOT EXISTS { ?text <${dcterms.source}> ?d ; a <${nif.Context}> } }`,
  );
  const lacking = rows.map((row) => row['d']?.value ?? '');
  return [...problems, ...lacking.slice(0, NAMED).map((iri) => problem(`lacks the text of <${iri}>`, file))];
}
