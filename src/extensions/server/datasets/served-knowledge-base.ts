import path from 'node:path';
import { knowledgeBaseFiles } from '../../../knowledge/files/kb-folder.js';
import { UsageError } from '../../../model/errors.js';
import { openDatasetPool, type DatasetPool, type PoolPlan } from './dataset-pool.js';
import { parsePlace, topicLayers } from '../../../knowledge/places/parse-place.js';
import { requireCrawlQuads } from '../../../knowledge/places/knowledge-base.js';

export type { DatasetPool } from './dataset-pool.js';
export type { DatasetOutcome } from './dataset-service.js';
export type { DatasetSummary } from './dataset-summary.js';
export { DEFAULT_GRAPH, rewriteTriples, type DatasetScope } from './dataset-store.js';
export { type QueryKind } from '../../../knowledge/queries/query-text.js';

/** Data to serve, and options. */
export interface ServePlan extends Omit<PoolPlan, 'files'> {
  /** Knowledge bases: folders, or files of single topics. */
  readonly places: readonly string[];
  /** Result folders of crawls. */
  readonly crawls: readonly string[];
}

/**
 * Opens knowledge bases for a server, with their NIF layers and expansions.
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
  for (const place of plan.places) found.push(...(await knowledgeBaseFiles(place)));
  const layers: string[] = [];
  for (const file of found) layers.push(...(await topicLayers(file)));
  const files = [...found, ...layers, ...plan.crawls.map(requireCrawlQuads)].map((file) =>
    path.resolve(file),
  );
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`${twice} is named twice`);
  return openDatasetPool({ ...plan, files });
}
