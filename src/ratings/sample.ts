import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { RateSettings } from '../config/settings.js';
import { readEvents } from '../crawl/store/result-folder.js';
import { sampleSize, stratifiedSample, USUAL_PRECISION } from '../evaluation/stratified-sample.js';
import { InputError, messageOf, UsageError } from '../model/errors.js';
import { seededRandom } from '../support/random.js';
import { readSample, writeSample, type RatingSample, type SampledPage } from './ratings-folder.js';

/** Z of two-sided confidences. */
const Z = { '90': 1.645, '95': 1.96, '99': 2.576 } as const;

/**
 * The sample that all raters of a crawl judge. It is drawn once, with the random seed, and stored. It does not include seeds of
 * the crawl. Pages are in random order, accepted and rejected mixed, so that a rater cannot tell them apart.
 *
 * @throws InputError when there is no crawl in the folder or nothing to sample; UsageError for settings that would have drawn
 *   another sample than the one that is there
 */
export async function openSample(out: string, settings: RateSettings): Promise<RatingSample> {
  const kept = await readSample(out);
  if (kept === undefined) {
    const drawn = await drawSample(out, settings);
    await writeSample(out, drawn);
    return drawn;
  }
  const asked = settings.seed ?? settings.count ?? settings.error ?? settings.confidence;
  if (asked !== undefined || settings.rejected) {
    const again = await drawSample(out, { ...settings, seed: settings.seed ?? kept.seed });
    if (JSON.stringify(again) !== JSON.stringify(kept)) {
      throw new UsageError(`${out} already has a sample, and these settings would draw another`, {
        hint: 'omit --seed, --count, --error, --confidence and --rejected to continue with it, or delete its folder ratings/ to start over',
      });
    }
  }
  return kept;
}

async function drawSample(out: string, settings: RateSettings): Promise<RatingSample> {
  const accepted: SampledPage[] = [];
  const rejected: SampledPage[] = [];
  for await (const event of readEvents(out)) {
    if (event.judgement === undefined || event.depth === 0) continue;
    const { accepted: isAccepted } = event.judgement;
    const page = { url: event.url, title: event.title ?? '' };
    if (isAccepted) accepted.push({ ...page, stratum: 'accepted' });
    else rejected.push({ ...page, stratum: 'rejected' });
  }
  const strata = settings.rejected ? [accepted, rejected] : [accepted];
  const population = strata.reduce((sum, stratum) => sum + stratum.length, 0);
  if (population === 0) {
    throw new InputError(`the crawl in ${out} did not accept any page besides its seeds`, {
      hint: 'there is nothing to rate',
    });
  }
  const { seed = 1, error = USUAL_PRECISION.error, confidence = '95', count } = settings;
  const size = count ?? sampleSize(population, { ...USUAL_PRECISION, error, z: Z[confidence] });
  const random = seededRandom(seed);
  const drawn = stratifiedSample(strata, Math.min(size, population), random).flat();
  const mixed = drawn
    .map((page) => ({ page, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ page }) => page);
  return {
    topic: await topicOf(out),
    seed,
    population: { accepted: accepted.length, rejected: rejected.length },
    pages: mixed,
  };
}

/** The topic of a crawl, from the description written at its end. */
async function topicOf(out: string): Promise<string> {
  const file = path.join(out, 'crawl.json');
  try {
    return z.object({ topic: z.string() }).parse(JSON.parse(await readFile(file, 'utf8'))).topic;
  } catch (error) {
    throw new InputError(`${file} does not name the topic of the crawl: ${messageOf(error)}`, {
      hint: 'only a finished crawl can be rated',
      cause: error,
    });
  }
}
