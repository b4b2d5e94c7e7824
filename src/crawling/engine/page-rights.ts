import type { Rights } from '../../model/rights.js';
import { without } from '../../support/without.js';
import { firstAnswer, type ActiveFeature, type Refusal } from './feature.js';

/** Reservation of a host for some of its addresses. */
export type Reservation = Pick<Rights, 'tdmReserved' | 'tdmPolicy'>;

/**
 * Adds the reservation and the policy of a host to the statements of a page and its response about its use, if these state none
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

/** Statements of a page, its response and its host about its use. @param stated by the page and its response */
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
