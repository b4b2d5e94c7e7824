import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Home } from './graph-files.js';
import { removePartialFiles } from '../../../knowledge/files/companions.js';
import { kindOf, knowledgeBaseFiles } from '../../../knowledge/files/kb-folder.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { openDatasetPool, type DatasetPool, type PoolPlan } from './dataset-pool.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { requireCrawlQuads } from '../../../knowledge/places/knowledge-base.js';
import { foldersOf } from './saved-change.js';
import { topicLayers } from '../../../knowledge/places/topic-layers.js';

export type { DatasetPool } from './dataset-pool.js';
export type { DatasetOutcome } from './dataset-service.js';
export type { DatasetSummary } from './dataset-summary.js';
export type { DatasetChange, RdfBody } from './dataset-changes.js';
export { DEFAULT_GRAPH, rewriteTriples, type DatasetScope } from './dataset-store.js';
export { type QueryKind } from '../../../knowledge/queries/query-text.js';

/** Data to serve, and options. */
export interface ServePlan extends Omit<PoolPlan, 'files' | 'home'> {
  /** Knowledge bases: folders, or files of single topics. */
  readonly places: readonly string[];
  /** Result folders of crawls. */
  readonly crawls: readonly string[];
  readonly writable: boolean;
}

/**
 * Opens knowledge bases for a server, with their NIF layers and expansions. Graphs created by clients are saved in
 * their own files in the first knowledge base or, if that is a single file, in it. Partial files of killed servers
 * and builds are removed where changes are saved.
 * @throws InputError when there is nothing to open or a file is damaged; UsageError for an address, and for a file
 * that is named twice
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
  const files = [...found, ...layers, ...plan.crawls.map(requireCrawlQuads)].map((file) =>
    path.resolve(file),
  );
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`${twice} is named twice`);
  const home = plan.writable ? await homeOf(plan.places[0] ?? '', files[0]) : undefined;
  if (home !== undefined) for (const folder of foldersOf(files, home)) await removePartialFiles(folder);
  return openDatasetPool({ ...plan, files, home });
}

/** A new knowledge base may start with an empty folder. */
async function isEmptyFolder(place: string): Promise<boolean> {
  const names = await readdir(place).catch(() => ['not a folder']);
  return names.length === 0;
}

async function homeOf(place: string, file: string | undefined): Promise<Home> {
  if ((await kindOf(place)) === 'folder') return { folder: path.resolve(place) };
  if (file === undefined) throw new InputError(`there is no knowledge base at ${place}`);
  return { file };
}
