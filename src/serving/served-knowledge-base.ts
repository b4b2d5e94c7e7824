import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Home } from '../kb/files/graph-files.js';
import { removePartialFiles } from '../kb/files/companions.js';
import { knowledgeBaseFiles } from '../kb/files/kb-folder.js';
import { InputError, UsageError } from '../model/errors.js';
import { openDatasetPool, type DatasetPool } from './dataset-pool.js';
import { parsePlace } from '../knowledge/parse-place.js';
import { crawlQuadsFile } from '../knowledge/knowledge-base.js';
import { foldersOf } from './saved-change.js';
import { topicLayers } from '../knowledge/topic-layers.js';

export type { DatasetPool } from './dataset-pool.js';
export type { DatasetOutcome } from './dataset-service.js';
export type { DatasetSummary } from './dataset-summary.js';
export type { DatasetChange, RdfBody } from '../kb/oxigraph/dataset-changes.js';
export { DEFAULT_GRAPH, rewriteTriples, type DatasetScope } from '../kb/oxigraph/dataset-store.js';
export { type QueryKind } from '../kb/queries/query-text.js';

/** What to serve, and how. */
export interface ServePlan {
  /** Knowledge bases: folders, or files of single topics. */
  readonly places: readonly string[];
  /** Result folders of crawls. */
  readonly crawls: readonly string[];
  readonly writable: boolean;
  readonly workers: number;
  /** Seconds for a request. */
  readonly timeout: number;
  readonly maxWaiting: number;
  /** The compiled worker; for tests. */
  readonly script?: URL;
  readonly onNote: (note: string) => void;
}

/**
 * Opens knowledge bases for a server, with their NIF layers and expansions where they have any. Where graphs go that a client makes: into files of their own in the first
 * knowledge base; or, if that is a single file, into it. What killed servers and builds left half written where changes
 * are saved is removed.
 * @throws InputError when there is nothing to open or a file is damaged; UsageError for an address, and when a file is named twice
 */
export async function openServedKnowledgeBase(plan: ServePlan): Promise<DatasetPool> {
  const remote = plan.places.map((place) => parsePlace(place)).find(({ path }) => path === undefined);
  if (remote !== undefined) {
    throw new UsageError(`${remote.name} is an address; only files are served`, {
      hint: 'name a folder of a knowledge base; what is in a SPARQL endpoint is served there already',
    });
  }
  const found: string[] = [];
  for (const place of plan.places) {
    if (!(plan.writable && (await isEmptyFolder(place)))) found.push(...(await knowledgeBaseFiles(place)));
  }
  const layers: string[] = [];
  for (const file of found) layers.push(...(await topicLayers(file)));
  const files = [...found, ...layers, ...plan.crawls.map(crawlQuadsFile)].map((file) => path.resolve(file));
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`${twice} is named twice`);
  const { workers, timeout, maxWaiting, script, onNote } = plan;
  const home = plan.writable ? await homeOf(plan.places[0] ?? '', files[0]) : undefined;
  if (home !== undefined) for (const folder of foldersOf(files, home)) await removePartialFiles(folder);
  return openDatasetPool({
    files,
    home,
    workers,
    timeout,
    maxWaiting,
    onNote,
    ...(script === undefined ? {} : { script }),
  });
}

/** A new knowledge base may begin with an empty folder. */
async function isEmptyFolder(place: string): Promise<boolean> {
  const names = await readdir(place).catch(() => ['not a folder']);
  return names.length === 0;
}

async function homeOf(place: string, file: string | undefined): Promise<Home> {
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return { folder: path.resolve(place) };
  if (file === undefined) throw new InputError(`there is no knowledge base at ${place}`);
  return { file };
}
