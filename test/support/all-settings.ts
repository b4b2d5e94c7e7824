/** The settings of all commands, of the core and of extensions. */
export * from '../../src/app/settings/settings.js';
export * from '../../src/extensions/lab/compare-settings.js';
export * from '../../src/extensions/wikipedia/corpus-wikipedia-settings.js';
export * from '../../src/extensions/discover/harvest-settings.js';
export * from '../../src/extensions/label-index/labels-settings.js';
export * from '../../src/extensions/mcp/mcp-settings.js';
export * from '../../src/extensions/monitor/monitor-settings.js';
export * from '../../src/extensions/publish/pack-settings.js';
export * from '../../src/extensions/lab/rate-settings.js';
export * from '../../src/extensions/lab/replay-settings.js';
export * from '../../src/extensions/publish/report-settings.js';
export * from '../../src/extensions/discover/seeds-settings.js';
export * from '../../src/extensions/server/serve-settings.js';
export * from '../../src/extensions/cluster/shared-settings.js';
export * from '../../src/extensions/thesaurus/thesaurus-settings.js';
export * from '../../src/extensions/lab/tune-settings.js';
export * from '../../src/extensions/server/control-room/ui-settings.js';
