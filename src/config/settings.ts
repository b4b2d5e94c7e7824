/**
 * Every setting of the product stands in this folder once: type, limits, default, help; one file a command, and
 * `common.ts` for what several share. Option names (`--max-pages`) and environment names (`SFWC_MAX_PAGES`) follow from
 * the names. A flag wins over the environment, that over the configuration file (`config-file.ts`), that over the default.
 */
export type * from './options.js';
export * from './build-settings.js';
export * from './classify-settings.js';
export * from './compare-settings.js';
export { configFields } from './config-settings.js';
export * from './corpus-settings.js';
export * from './corpus-wikipedia-settings.js';
export * from './crawl-settings.js';
export * from './demo-settings.js';
export * from './doctor-settings.js';
export * from './expand-settings.js';
export * from './explain-settings.js';
export * from './harvest-settings.js';
export * from './init-settings.js';
export * from './kb-settings.js';
export * from './labels-settings.js';
export * from './mcp-settings.js';
export * from './monitor-settings.js';
export * from './pack-settings.js';
export * from './pages-settings.js';
export * from './query-settings.js';
export * from './rate-settings.js';
export * from './replay-settings.js';
export * from './report-settings.js';
export * from './seeds-settings.js';
export * from './serve-settings.js';
export * from './shared-settings.js';
export * from './steer-settings.js';
export * from './terms-settings.js';
export * from './thesaurus-settings.js';
export * from './train-settings.js';
export * from './tune-settings.js';
export * from './ui-settings.js';
export * from './web-settings.js';
