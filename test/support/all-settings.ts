/** The settings of all commands, of the core and of extensions. */
export * from '../../src/app/settings/settings.js';
export * from '../../src/extensions/lab/compare-settings.js';
export * from '../../src/extensions/wikipedia/read-category.js';
export * from '../../src/extensions/discover/harvest/harvest.js';
export * from '../../src/extensions/server/settings.js';
export * from '../../src/extensions/monitor/collection.js';
export * from '../../src/extensions/publish/settings.js';
export * from '../../src/extensions/lab/rate-settings.js';
export * from '../../src/extensions/search/query.js';
export * from '../../src/extensions/discover/seeds/seeds-settings.js';
export * from '../../src/extensions/cluster/shared-settings.js';
export * from '../../src/extensions/thesaurus/thesaurus-settings.js';
export * from '../../src/extensions/teach/train-settings.js';
export * from '../../src/cli/doctor.js';
export * from '../../src/cli/init.js';
