import type { Rights } from '../../model/rights.js';
import { without } from '../../support/without.js';
import type { CrawlPlan } from '../engine/crawl-types.js';
import type { TdmFiles } from './tdm-files.js';

/**
 * What a page and its response say about its use, with the reservation and the policy of its host where they do not state one
 * (TDM Reservation Protocol, section "Processing priority"). A policy does not count where nothing is reserved (section
 * "tdm-policy").
 */
export function withHostRules(
  rights: Rights | undefined,
  url: string,
  files: TdmFiles | undefined,
): Rights | undefined {
  const all = { ...files?.reservation(url), ...rights };
  const counting = all.tdmReserved === false ? without(all, 'tdmPolicy') : all;
  return Object.keys(counting).length === 0 ? undefined : counting;
}

/** Why a page must not be used, in words; undefined where it may, or where the crawl does not ask. */
export function reservedBy(
  rights: Rights | undefined,
  { respectTdm = false }: Pick<CrawlPlan, 'respectTdm'>,
): string | undefined {
  if (!respectTdm) return undefined;
  if (rights?.tdmReserved === true) {
    const policy = rights.tdmPolicy === undefined ? '' : `; its policy: ${rights.tdmPolicy}`;
    return `text and data mining is reserved${policy}`;
  }
  return rights?.directives?.includes('noai') === true ? 'it says noai' : undefined;
}
