import path from 'node:path';
import { answerQuery, createDataset, loadQuads, readGraph, type DatasetQuery } from './dataset-store.js';
import { DEFAULT_CLASSIFIER } from '../../../judging/classifiers/classifier-table.js';
import { classifierFile, trainedClassifierQuads } from '../../../knowledge/files/classifier-file.js';
import { statedQuads, readLines } from '../../../knowledge/files/nquads-file.js';
import { topicNameOf } from '../../../knowledge/files/kb-folder.js';
import type { QueryKind } from '../../../knowledge/queries/query-text.js';
import type { Store } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { rdfs, sfwc } from '../../../model/vocabulary.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { sparqlString } from '../../../support/rdf/sparql-terms.js';
import { checkSize, isEngineFailure } from '../../../knowledge/oxigraph/store-limit.js';
import { InputError, ServiceError, SfwcError, messageOf } from '../../../model/errors.js';
import { summarise, type DatasetSummary } from './dataset-summary.js';

/** A job for a service. */
export type DatasetJob =
  | { readonly kind: 'query'; readonly request: DatasetQuery }
  | { readonly kind: 'graph'; readonly graph: string; readonly mediaType: string }
  | { readonly kind: 'dataset'; readonly mediaType: string }
  | { readonly kind: 'summary' };

/** The result of a job: `absent` for a missing graph, `unacceptable` for a query whose form has no media type. */
export type DatasetOutcome =
  | {
      readonly kind: 'text';
      readonly body: Uint8Array<ArrayBuffer>;
      readonly cut: boolean;
      /** The form of the query. */
      readonly form?: QueryKind;
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unacceptable'; readonly form: QueryKind }
  | { readonly kind: 'summary'; readonly summary: DatasetSummary };

/**
 * A dataset in this thread that runs one job at a time.
 * @throws QueryError for the text of the request; ServiceError, after which the service must not be used
 */
export type DatasetService = (job: DatasetJob) => DatasetOutcome;

/**
 * Loads N-Quads files.
 * @param queryMemory megabytes that a job may take, for messages
 * @throws InputError naming the file
 */
export async function openDatasetService(
  files: readonly string[],
  queryMemory: number,
): Promise<DatasetService> {
  await checkSize(files, 'what is to be served');
  const store = createDataset();
  for (const file of files) {
    try {
      await loadQuads(store, readLines(file), { trusted: (await statedQuads(file)) !== undefined });
      await loadQuads(store, [await ensembleBeside(store, file)]);
    } catch (error) {
      if (error instanceof SfwcError) throw error;
      if (isEngineFailure(error))
        throw new InputError(`${file} needs more memory than the limit of the server allows`, {
          hint: `start the server with a larger --query-memory (it is ${queryMemory} MB), or serve less`,
          cause: error,
        });
      throw new InputError(`${file} is not valid N-Quads: ${messageOf(error)}`, { cause: error });
    }
  }
  return (job) => {
    try {
      return run(store, job);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      throw new ServiceError('exhausted', `stopped: it needs more than ${queryMemory} MB of memory`, {
        hint: 'ask for less: a LIMIT, fewer variables, no product of unrelated patterns; or start the server with a larger --query-memory',
        cause: error,
      });
    }
  };
}

/** The ensemble next to the file of a topic as N-Quads, so that pages can be judged by the topic in this service; else empty. */
async function ensembleBeside(store: Store, file: string): Promise<string> {
  const topic = topicNameOf(file);
  const trained = classifierFile(path.dirname(file), topic, DEFAULT_CLASSIFIER);
  if (!(await fileExists(trained))) return '';
  const query = `SELECT ?t WHERE { GRAPH ?t { ?t a <${sfwc.Topic}> ; <${rdfs.label}> ${sparqlString(topic)} } }`;
  const [row] = store.query(query) as readonly ReadonlyMap<string, { readonly value: string }>[];
  const iri = row?.get('t')?.value;
  return iri === undefined ? '' : trainedClassifierQuads(trained, iri);
}

function run(store: Store, job: DatasetJob): DatasetOutcome {
  switch (job.kind) {
    case 'query': {
      const answer = answerQuery(store, job.request);
      if (answer.text === undefined) return { kind: 'unacceptable', form: answer.form };
      return { ...textOutcome(answer.text, answer.cut), form: answer.form };
    }
    case 'graph': {
      const text = readGraph(store, job.graph, job.mediaType);
      return text === undefined ? { kind: 'absent' } : textOutcome(text);
    }
    case 'dataset':
      return textOutcome(store.dump({ format: job.mediaType }));
    case 'summary':
      return { kind: 'summary', summary: summarise(store) };
  }
}

function textOutcome(text: string, cut = false): DatasetOutcome & { readonly kind: 'text' } {
  return { kind: 'text', body: new TextEncoder().encode(text), cut };
}
