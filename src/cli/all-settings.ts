/** The settings of all commands: of what every crawl needs, and of what may be added to it. */
export * from '../app/settings/settings.js';
export * from '../extensions/lab/compare-settings.js';
export * from '../extensions/wikipedia/corpus-wikipedia-settings.js';
export * from '../extensions/discover/harvest-settings.js';
export * from '../extensions/label-index/labels-settings.js';
export * from '../extensions/mcp/mcp-settings.js';
export * from '../extensions/monitor/monitor-settings.js';
export * from '../extensions/publish/pack-settings.js';
export * from '../extensions/lab/rate-settings.js';
export * from '../extensions/lab/replay-settings.js';
export * from '../extensions/publish/report-settings.js';
export * from '../extensions/discover/seeds-settings.js';
export * from '../extensions/server/serve-settings.js';
export * from '../extensions/cluster/shared-settings.js';
export * from '../extensions/thesaurus/thesaurus-settings.js';
export * from '../extensions/lab/tune-settings.js';
export * from '../extensions/server/control-room/ui-settings.js';
