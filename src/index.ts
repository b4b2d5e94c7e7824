/** The public API: everything that the commands can do. `sfwc/kb`, `sfwc/judge` and `sfwc/crawl` are parts of it. */
export * from './api/kb.js';
export * from './api/judge.js';
export * from './api/crawl.js';
export * from './model/errors.js';
export { definePlugin, type Made, type Plugin } from './plugins/plugin.js';
export * from './wordnet/index.js';
