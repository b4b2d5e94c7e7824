/** `sfwc/lab`: comparison and ratings. */
import { compareStrategies as compare, type CompareProgress, type CompareReport } from './compare.js';
import type { CompareOptions } from './compare-settings.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';

export { openRatingSession, reportRatings, type RatingReport, type RatingSession } from './rate.js';
export type { ComparedCrawl, Comparison } from './evaluation/comparison.js';
export type { RateOptions } from './rate-settings.js';
export type { CompareOptions, CompareProgress, CompareReport };

/** Crawls a stored web with many strategies and compares them. @throws UsageError, InputError, OutputError */
export async function compareStrategies(
  web: string,
  options: Omit<CompareOptions, 'web'> & CallOptions<CompareProgress>,
): Promise<CompareReport> {
  const { how, settings } = takeCall<typeof options, CompareProgress>('compareStrategies', options);
  return compare({ ...settings, web }, how);
}
