/** The public API: everything that the commands can do. `sfwc/kb`, `sfwc/judge` and `sfwc/crawl` are parts of it. */
export * from './cli/api/kb.js';
export * from './cli/api/judge.js';
export * from './cli/api/crawl.js';
export * from './model/errors.js';
export { definePlugin, type Made, type Plugin } from './judging/plugins/plugin.js';
export * from './language/wordnet/index.js';
