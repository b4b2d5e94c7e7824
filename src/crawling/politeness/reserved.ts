import type { Rights } from '../../model/rights.js';
import { without } from '../../support/without.js';
import type { CrawlFeature } from '../engine/crawl-feature.js';
import type { Refusal } from '../engine/feature.js';
import { createTdmFiles, type Reservation } from './tdm-files.js';

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

/** Skips pages that reserve text and data mining, or that are not for machine learning; asks their hosts as well. */
export function reservationFeature(fetched: Parameters<typeof createTdmFiles>[0]): CrawlFeature {
  return {
    name: 'reservations',
    begin({ parts }) {
      const files = createTdmFiles(fetched);
      const { robots } = parts.web;
      return {
        needsFirst: (url) => (files.knows(url, robots) ? undefined : (signal) => files.load(url, signal)),
        hostRights: (url) => files.reservation(url),
        refuses: reservedBy,
      };
    },
  };
}

function reservedBy(rights: Rights | undefined): Refusal | undefined {
  const code = 'tdm-reserved';
  if (rights?.tdmReserved === true) {
    const policy = rights.tdmPolicy === undefined ? '' : `; its policy: ${rights.tdmPolicy}`;
    return { code, message: `text and data mining is reserved${policy}` };
  }
  return rights?.directives?.includes('noai') === true ? { code, message: 'it says noai' } : undefined;
}
