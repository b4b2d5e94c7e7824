/** `sfwc/lab`: comparison, replay and ratings. */
import { compareStrategies as compare, type CompareProgress, type CompareReport } from './compare.js';
import type { CompareOptions } from './compare-settings.js';
import { replayCrawl as replay, type ReplayReport } from './replay.js';
import type { ReplayOptions } from './replay-settings.js';
import type { WithParts } from '../../app/settings/plugin-options.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';

export { openRatingSession, reportRatings, type RatingReport, type RatingSession } from './rate.js';
export type { ComparedCrawl, Comparison } from './evaluation/comparison.js';
export type { RateOptions } from './rate-settings.js';
export type { CompareOptions, CompareProgress, CompareReport, ReplayOptions, ReplayReport };

/** Crawls a stored web with many strategies and compares them. @throws UsageError, InputError, OutputError */
export async function compareStrategies(
  web: string,
  options: Omit<CompareOptions, 'web'> & CallOptions<CompareProgress>,
): Promise<CompareReport> {
  const { how, settings } = takeCall<typeof options, CompareProgress>('compareStrategies', options);
  return compare({ ...settings, web }, how);
}

/** Scores a finished crawl with another classifier or strategy, without fetching. @throws UsageError, InputError */
export async function replayCrawl(
  out: string,
  options: WithParts<ReplayOptions, 'classifier' | 'strategy' | 'linkers'> & CallOptions,
): Promise<ReplayReport> {
  const { how, settings } = takeCall('replayCrawl', options);
  return replay(out, settings, how);
}
