/** The API of this extension: results to be used elsewhere. */
export { writePages } from './write-pages.js';
export { bagCrawl, type BagReport } from './bag-crawl.js';
export { packCrawl, type PackReport, type PackSurroundings } from './pack.js';
export { reportCrawl, type CrawlReport } from './report-crawl.js';
export type { PackOptions } from './pack-settings.js';
export type { ReportOptions } from './report-settings.js';
