import type { Rights } from '../../model/rights.js';
import type { CrawlPlan } from '../engine/crawl-types.js';
import type { TdmFiles } from './tdm-files.js';

/** What a page and its response say about its use, with what its host says where they do not speak of mining. */
export function withHostRules(
  rights: Rights | undefined,
  url: string,
  files: TdmFiles | undefined,
): Rights | undefined {
  const ofHost = rights?.tdmReserved === undefined ? files?.reservation(url) : undefined;
  return ofHost === undefined ? rights : { ...ofHost, ...rights };
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
