/** The API of this extension: where a crawl may start. */
export { harvestTopic as harvest, type HarvestReport, type HarvestSurroundings } from './harvest.js';
export { proposeSeeds, type SeedsReport, type SeedsSurroundings } from './propose-seeds.js';
export type { HarvestOptions } from './harvest-settings.js';
export type { SeedsOptions } from './seeds-settings.js';
