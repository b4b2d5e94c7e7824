/** The settings of all commands: of what every crawl needs, and of what may be added to it. */
export * from './settings.js';
export * from './compare-settings.js';
export * from './corpus-wikipedia-settings.js';
export * from './harvest-settings.js';
export * from './labels-settings.js';
export * from './mcp-settings.js';
export * from './monitor-settings.js';
export * from './pack-settings.js';
export * from './rate-settings.js';
export * from './replay-settings.js';
export * from './report-settings.js';
export * from './seeds-settings.js';
export * from './serve-settings.js';
export * from './shared-settings.js';
export * from './thesaurus-settings.js';
export * from './tune-settings.js';
export * from './ui-settings.js';
