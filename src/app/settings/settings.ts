/**
 * The settings of the core, each once: type, limits, default, help. Extensions declare theirs in their own `*settings.ts`.
 * Options (`--max-pages`) and variables (`SFWC_MAX_PAGES`) are named after them; `resolve.ts` says which source wins.
 */
export * from './build-settings.js';
export * from './classify-settings.js';
export { configFields } from './common.js';
export * from './crawl-settings.js';
export * from './pages-settings.js';
export * from './query-settings.js';
