import { stat } from 'node:fs/promises';
import path from 'node:path';
import { applyChange, replaceGraphs, type DatasetChange } from './dataset-changes.js';
import {
  answerQuery,
  createDataset,
  graphQuads,
  holdsTriples,
  loadQuads,
  readDataset,
  readGraph,
  type DatasetQuery,
} from './dataset-store.js';
import { DEFAULT_CLASSIFIER } from '../../../judging/classifiers/classifier-table.js';
import { classifierFile } from '../../../knowledge/files/classifier-file.js';
import { statedQuads } from '../../../knowledge/files/file-end.js';
import { topicNameOf } from '../../../knowledge/files/kb-folder.js';
import { notingGraphs, planSave, type GraphFile, type Home } from './graph-files.js';
import type { QueryKind } from '../../../knowledge/queries/query-text.js';
import { readLines, readNQuads, writePartial } from '../../../knowledge/files/nquads-file.js';
import type { Store } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { trainedClassifierQuads } from '../../../knowledge/places/trained-classifier.js';
import { rdfs, sfwc } from '../../../model/vocabulary.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { sparqlString } from '../../../support/rdf/sparql-terms.js';
import { checkSize, isEngineFailure } from '../../../knowledge/oxigraph/store-limit.js';
import { InputError, ServiceError, SfwcError, messageOf } from '../../../model/errors.js';
import { summarise, type DatasetSummary } from './dataset-summary.js';

/** A loaded file and its state at that time. */
export interface LoadedFile extends GraphFile {
  /** Size and modification time, to detect changes by other programs. */
  readonly stamp: string;
}

/** A job for a service. `replace` replicates a change of another one. */
export type DatasetJob =
  | { readonly kind: 'query'; readonly request: DatasetQuery }
  | { readonly kind: 'graph'; readonly graph: string; readonly mediaType: string }
  | { readonly kind: 'dataset'; readonly mediaType: string }
  | { readonly kind: 'summary' }
  | {
      readonly kind: 'change';
      readonly change: DatasetChange;
      readonly files: readonly LoadedFile[];
      readonly home: Home;
    }
  | { readonly kind: 'replace'; readonly graphs: readonly string[]; readonly nquads: readonly string[] };

/** A change made in this service and written to partial files. */
export interface PreparedChange {
  readonly kind: 'changed';
  readonly existed: boolean;
  readonly graphs: readonly string[];
  /** The new content of the changed graphs. */
  readonly nquads: readonly string[];
  readonly rename: readonly { readonly from: string; readonly to: string }[];
  readonly remove: readonly string[];
  readonly files: readonly GraphFile[];
}

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
  | { readonly kind: 'summary'; readonly summary: DatasetSummary }
  | PreparedChange
  | { readonly kind: 'done' };

/** A dataset in this thread that runs one job at a time. */
export interface DatasetService {
  readonly files: readonly LoadedFile[];
  /**
   * @param onApplied called when a change is applied and only has to be saved
   * @throws QueryError for the text of the request; ServiceError, after which the service must not be used
   */
  run(job: DatasetJob, onApplied: () => void): Promise<DatasetOutcome>;
}

/**
 * Loads N-Quads files.
 * @param queryMemory megabytes that a job may take, for messages
 * @param writable record which graph is in which file
 * @throws InputError naming the file
 */
export async function openDatasetService(
  files: readonly string[],
  writable: boolean,
  queryMemory: number,
): Promise<DatasetService> {
  await checkSize(files, 'what is to be served');
  const store = createDataset();
  const loaded: LoadedFile[] = [];
  for (const file of files) {
    const graphs = new Set<string>();
    try {
      const stamp = await stampOf(file);
      const pieces = writable ? notingGraphs(file, readNQuads(file), graphs) : readLines(file);
      await loadQuads(store, pieces, { trusted: (await statedQuads(file)) !== undefined });
      if (!writable) await loadQuads(store, [await ensembleBeside(store, file)]);
      loaded.push({ file, graphs: [...graphs], stamp });
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
  return {
    files: loaded,
    run: async (job, onApplied) => {
      try {
        return await run(store, job, onApplied);
      } catch (error) {
        if (!isEngineFailure(error)) throw error;
        throw new ServiceError('exhausted', `stopped: it needs more than ${queryMemory} MB of memory`, {
          hint: 'ask for less: a LIMIT, fewer variables, no product of unrelated patterns; or start the server with a larger --query-memory',
          cause: error,
        });
      }
    },
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

/** Size and modification time of a file; empty when it does not exist. */
export async function stampOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs}:${size}`;
  } catch {
    return '';
  }
}

async function run(store: Store, job: DatasetJob, onApplied: () => void): Promise<DatasetOutcome> {
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
      return textOutcome(readDataset(store, job.mediaType));
    case 'summary':
      return { kind: 'summary', summary: summarise(store) };
    case 'change': {
      const { changed, existed } = applyChange(store, job.change);
      onApplied();
      return prepare(store, changed, existed, job);
    }
    case 'replace':
      // Another thread has made the change: this one must follow, however long it takes.
      onApplied();
      replaceGraphs(store, job.graphs, job.nquads);
      return { kind: 'done' };
  }
}

function textOutcome(text: string, cut = false): DatasetOutcome & { readonly kind: 'text' } {
  return { kind: 'text', body: new TextEncoder().encode(text), cut };
}

async function prepare(
  store: Store,
  changed: readonly string[],
  existed: boolean,
  { files, home }: DatasetJob & { readonly kind: 'change' },
): Promise<PreparedChange> {
  const plan = planSave(files, new Map(changed.map((graph) => [graph, holdsTriples(store, graph)])), home);
  const stamps = new Map(files.map(({ file, stamp }) => [file, stamp]));
  for (const file of [...plan.write.map((written) => written.file), ...plan.remove]) {
    if ((await stampOf(file)) === (stamps.get(file) ?? '')) continue;
    const message = `${file} was changed by somebody else since it was loaded: nothing was written`;
    throw new ServiceError('conflict', message, { hint: 'start the server again to serve the new file' });
  }
  const rename: { from: string; to: string }[] = [];
  for (const { file, graphs } of plan.write) {
    const { name } = await writePartial(file, allQuads(store, graphs));
    rename.push({ from: name, to: file });
  }
  const { remove, files: after } = plan;
  const nquads = [...allQuads(store, changed)];
  return { kind: 'changed', existed, graphs: changed, nquads, rename, remove, files: after };
}

function* allQuads(store: Store, graphs: readonly string[]): Generator<string> {
  for (const graph of graphs) yield* graphQuads(store, graph);
}
