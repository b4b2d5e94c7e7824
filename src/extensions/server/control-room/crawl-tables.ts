// Tables and curves of a crawl, which reports show as well.
export { createAcceptedCurve, createCurve } from './accepted-curve.js';
export { createHostTable } from './host-table.js';
export { createNounTable } from './noun-table.js';
