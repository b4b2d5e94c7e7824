import type { Rights } from '../../model/rights.js';
import { without } from '../../support/without.js';
import { firstAnswer, type ActiveFeature, type Refusal } from './feature.js';

/** What a host reserves at some of its addresses. */
export type Reservation = Pick<Rights, 'tdmReserved' | 'tdmPolicy'>;

/**
 * What a page and its response say about its use, with the reservation and the policy of its host where they do not state one
 * (TDM Reservation Protocol, section "Processing priority"). A policy does not count where nothing is reserved (section
 * "tdm-policy").
 */
export function withHostRules(
  rights: Rights | undefined,
  ofHost: Reservation | undefined,
): Rights | undefined {
  const all = { ...ofHost, ...rights };
  const counting = all.tdmReserved === false ? without(all, 'tdmPolicy') : all;
  return Object.keys(counting).length === 0 ? undefined : counting;
}

/** What a page, its response and its host say about its use. @param stated by the page and its response */
export function rightsOf(
  stated: Rights | undefined,
  url: string,
  features: readonly ActiveFeature[],
): Rights | undefined {
  return withHostRules(
    stated,
    firstAnswer(features, (feature) => feature.hostRights?.(url)),
  );
}

/** Why a page with these rights is skipped; undefined where it is not. */
export function refusalOf(
  rights: Rights | undefined,
  features: readonly ActiveFeature[],
): Refusal | undefined {
  return firstAnswer(features, (feature) => feature.refuses?.(rights));
}
