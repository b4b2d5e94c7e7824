import type { CrawlTablesPort } from '../../../model/crawl-tables.js';
import { createAcceptedCurve, createCurve } from './accepted-curve.js';
import { createHostTable } from './host-table.js';
import { createNounTable } from './noun-table.js';

/** Tables and curves of a crawl, which reports show as well. */
export const crawlTables: CrawlTablesPort = {
  createNounTable,
  createHostTable,
  createCurve: () => createCurve(),
  createAcceptedCurve,
};
