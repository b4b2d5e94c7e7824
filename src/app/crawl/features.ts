import type { CrawlFeature } from '../../crawling/engine/crawl-feature.js';
import type { Own } from '../../support/with-resources.js';
import type { CrawlSettings } from '../settings/crawl-settings.js';
import type { FeatureModule, FeatureParts } from './feature-module.js';

/** A feature, and the settings that ask for it. */
type FeatureEntry = readonly [when: (settings: CrawlSettings) => boolean, load: () => Promise<FeatureModule>];

const hasTopic = ({ topic }: CrawlSettings): boolean => topic !== undefined;

/** The features of crawls. Their hooks are called in this order. */
const FEATURES: readonly FeatureEntry[] = [
  [
    ({ respectTdm }) => respectTdm,
    async () => (await import('../../extensions/publish/rights.js')).reservations,
  ],
  [
    ({ render }) => render !== 'never',
    async () => (await import('../../extensions/rendering/rendering-feature.js')).rendering,
  ],
  [
    ({ documents }) => !documents.includes('none'),
    async () => (await import('../../extensions/documents/documents-feature.js')).documents,
  ],
  // Without a topic there is no vocabulary, and every page is relevant.
  [hasTopic, async () => (await import('../../extensions/thesaurus/skos/topic-subjects.js')).subjectsFeature],
  [hasTopic, async () => (await import('../../extensions/teach/survey/survey.js')).survey],
  [
    hasTopic,
    async () => ({
      open: (await import('../../extensions/teach/retraining/retraining-feature.js')).openRetraining,
    }),
  ],
  [
    ({ teacher, teacherModel }) => teacher !== undefined || teacherModel !== undefined,
    async () => (await import('../../extensions/encoder/teacher.js')).teacher,
  ],
  [
    ({ extract }) => extract,
    async () => (await import('../../extensions/publish/metadata/page-metadata.js')).pageDescriptions,
  ],
  [
    ({ engine }) => engine !== undefined,
    async () => (await import('../../extensions/discover/search-feature.js')).searching,
  ],
];

/** Loads the features that the settings ask for. @throws UsageError and InputError where one refuses them */
export async function loadFeatures(settings: CrawlSettings): Promise<readonly FeatureModule[]> {
  const modules = await Promise.all(FEATURES.filter(([when]) => when(settings)).map(([, load]) => load()));
  for (const module of modules) await module.refuseUnfit?.(settings);
  return modules;
}

/** Opens features for a crawl, in their order, and what takes over pages of an earlier crawl. */
export async function openFeatures(
  modules: readonly FeatureModule[],
  settings: CrawlSettings,
  parts: FeatureParts,
  own: Own,
): Promise<readonly CrawlFeature[]> {
  const features: (CrawlFeature | undefined)[] = [];
  for (const module of modules) features.push(await module.open(settings, parts, own));
  const { earlier } = parts;
  if (earlier !== undefined) {
    const { unchangedPages } = await import('../../extensions/monitor/unchanged-pages.js');
    features.push(unchangedPages(earlier));
  }
  return features.filter((feature) => feature !== undefined);
}
