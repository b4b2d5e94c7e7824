/** The API of this extension: where a crawl may start. */
export { harvestTopic as harvest, type HarvestReport, type HarvestSurroundings } from './harvest.js';
export { proposeSeeds, type SeedsReport, type SeedsSurroundings } from './propose-seeds.js';
