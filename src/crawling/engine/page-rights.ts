import type { Rights } from '../../model/rights.js';
import { withHostRules } from '../politeness/reserved.js';
import type { ActiveFeature, Refusal } from './feature.js';

/** What a page, its response and its host say about its use. @param stated by the page and its response */
export function rightsOf(
  stated: Rights | undefined,
  url: string,
  features: readonly ActiveFeature[],
): Rights | undefined {
  const [ofHost] = features.flatMap((feature) => feature.hostRights?.(url) ?? []);
  return withHostRules(stated, ofHost);
}

/** Why a page with these rights is skipped; undefined where it is not. */
export function refusalOf(
  rights: Rights | undefined,
  features: readonly ActiveFeature[],
): Refusal | undefined {
  return features.flatMap((feature) => feature.refuses?.(rights) ?? [])[0];
}
