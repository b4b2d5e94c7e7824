/**
 * Every setting of the product stands in this folder once: type, limits, default, help. Option names (`--max-pages`) and
 * environment names (`SFWC_MAX_PAGES`) follow from the names. A flag wins over the environment, that over the configuration
 * file (`config-file.ts`), that over the default.
 */
export * from './build-settings.js';
export * from './classify-settings.js';
export { configFields } from './common.js';
export * from './crawl-settings.js';
export * from './pages-settings.js';
export * from './query-settings.js';
