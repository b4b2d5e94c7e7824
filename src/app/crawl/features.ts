import type { CrawlFeature } from '../../crawling/engine/crawl-context.js';
import type { Own } from '../../support/with-resources.js';
import type { CrawlSettings } from '../settings/crawl-settings.js';
import type { FeatureModule, FeatureParts } from './feature-module.js';

/** Loads the features that the settings ask for. Their hooks are called in this order. @throws UsageError and InputError where one refuses them */
export async function loadFeatures(settings: CrawlSettings): Promise<readonly FeatureModule[]> {
  const { respectTdm, render, documents, teacher, record, engine } = settings;
  // Without a topic there is no vocabulary, and every page is relevant.
  const hasTopic = settings.topic !== undefined;
  const loading: readonly (false | Promise<FeatureModule>)[] = [
    respectTdm && import('../../extensions/publish/rights.js').then((own) => own.reservations),
    render !== 'never' &&
      import('../../extensions/rendering/rendering-feature.js').then((own) => own.rendering),
    !documents.includes('none') &&
      import('../../extensions/documents/documents-feature.js').then((own) => own.documents),
    hasTopic &&
      import('../../extensions/thesaurus/skos/topic-subjects.js').then((own) => own.subjectsFeature),
    hasTopic && import('../../extensions/teach/survey/survey.js').then((own) => own.survey),
    hasTopic &&
      import('../../extensions/teach/retraining/retraining-feature.js').then((own) => own.retraining),
    teacher !== undefined && import('../../extensions/encoder/teacher.js').then((own) => own.teacher),
    record.includes('metadata') &&
      import('../../extensions/publish/metadata/page-metadata.js').then((own) => own.pageDescriptions),
    engine !== undefined &&
      import('../../extensions/discover/search-feature.js').then((own) => own.searching),
  ];
  const modules = await Promise.all(loading.filter((one) => one !== false));
  for (const module of modules) await module.refuseUnfit?.(settings);
  return modules;
}

/** Opens features for a crawl, in their order. */
export async function openFeatures(
  modules: readonly FeatureModule[],
  settings: CrawlSettings,
  parts: FeatureParts,
  own: Own,
): Promise<readonly CrawlFeature[]> {
  const features: (CrawlFeature | undefined)[] = [];
  for (const module of modules) features.push(await module.open(settings, parts, own));
  return features.filter((feature) => feature !== undefined);
}
