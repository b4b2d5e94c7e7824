/** The API of this extension: comparison, replay, tuning and ratings. */
export {
  compareStrategies,
  type CompareProgress,
  type CompareReport,
  type CompareSurroundings,
} from './compare.js';
export { openRatingSession, reportRatings, type RatingReport, type RatingSession } from './rate.js';
export { replayCrawl, type ReplayReport } from './replay.js';
export { tuneCrawl, type TuneReport, type TunedCandidate } from './tune.js';
export type { ComparedCrawl, Comparison } from './evaluation/comparison.js';
export type { CompareOptions } from './compare-settings.js';
export type { RateOptions } from './rate-settings.js';
export type { ReplayOptions } from './replay-settings.js';
export type { TuneOptions } from './tune-settings.js';
