import type { CrawlFeature } from '../../../crawling/engine/crawl-feature.js';
import { readStopCondition } from '../../../crawling/engine/stop-condition.js';
import { loadPort } from '../../../judging/plugins/load-port.js';
import type { Own } from '../../../support/with-resources.js';
import type { CrawlSettings } from '../../settings/crawl-settings.js';
import type { FeatureParts, FeaturePort, FeaturePorts } from '../crawl-ports.js';

/** When the settings ask for a feature. The hooks of features are called in this order. */
const WANTED: Readonly<Record<keyof FeaturePorts, (settings: CrawlSettings) => boolean>> = {
  reservations: ({ respectTdm }) => respectTdm,
  rendering: ({ render }) => render !== 'never',
  documents: ({ documents }) => !documents.includes('none'),
  // Without a topic there is no vocabulary.
  subjects: ({ topic }) => topic !== undefined,
  // Without a topic every page is relevant.
  survey: ({ topic }) => topic !== undefined,
  retraining: ({ topic }) => topic !== undefined,
  teacher: ({ teacher, teacherModel }) => teacher !== undefined || teacherModel !== undefined,
  foundQueries: ({ until }) => until.some((one) => readStopCondition(one).kind === 'ask'),
  pageDescriptions: ({ extract }) => extract,
  sources: ({ sources }) => sources.some((source) => source !== 'none'),
  versions: ({ at }) => at === 'every',
};

/** Loads the features that the settings ask for. @throws UsageError and InputError where one refuses them */
export async function loadFeatures(settings: CrawlSettings): Promise<readonly FeaturePort[]> {
  const names = (Object.keys(WANTED) as (keyof FeaturePorts)[]).filter((name) => WANTED[name](settings));
  const ports: FeaturePort[] = await Promise.all(names.map((name) => loadPort(name)));
  for (const port of ports) await port.refuseUnfit?.(settings);
  return ports;
}

/** Opens features for a crawl, in their order, and what takes over pages of an earlier crawl. */
export async function openFeatures(
  ports: readonly FeaturePort[],
  settings: CrawlSettings,
  parts: FeatureParts,
  own: Own,
): Promise<readonly CrawlFeature[]> {
  const features: (CrawlFeature | undefined)[] = [];
  for (const port of ports) features.push(await port.open(settings, parts, own));
  if (parts.earlier !== undefined) features.push((await loadPort('unchangedPages'))(parts.earlier));
  return features.filter((feature) => feature !== undefined);
}
