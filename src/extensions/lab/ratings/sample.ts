import path from 'node:path';
import { given } from '../../../support/given.js';
import { z } from 'zod';
import type { RateSettings } from '../rate-settings.js';
import { readDescription } from '../../../crawling/store/crawl-description.js';
import { readEvents } from '../../../crawling/store/result-folder.js';
import { sampleSize, stratifiedSample } from '../evaluation/fleiss-kappa.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { DESCRIPTION } from '../../../support/crawl-folder.js';
import { seededRandom } from '../../../support/random.js';
import { pageQuestions } from './page-questions.js';
import { ratingsFolder, readChecked, unlessMissing } from '../../../crawling/ratings/ratings-folder.js';
import { jsonFile, replaceFile } from '../../../support/files/replace-file.js';
import { storedPageSchema } from '../../../crawling/store/stored-value.js';

/**
 * The sample that all raters of a crawl judge. It is drawn once, with the random seed, and stored. It does not include seeds of
 * the crawl. The pages nearest to the threshold ({@link pageQuestions}) are a separate sample. Pages are in random order,
 * accepted and rejected mixed, so that a rater cannot tell them apart.
 *
 * @throws InputError when there is no crawl in the folder or nothing to sample; UsageError for settings that would have drawn
 *   another sample than the one that is there
 */
export async function openSample(out: string, settings: RateSettings): Promise<RatingSample> {
  const { choose } = settings;
  const kept = await readSample(out, choose);
  if (kept === undefined) {
    const drawn = await drawSample(out, settings);
    await writeSample(out, drawn, choose);
    return drawn;
  }
  if ((settings.randomSeed ?? settings.count) !== undefined || settings.rejected) {
    const again = await drawSample(out, { ...settings, randomSeed: settings.randomSeed ?? kept.seed });
    if (JSON.stringify(again) !== JSON.stringify(kept)) {
      throw new UsageError(`${out} already has a sample, and these settings would draw another`, {
        hint: 'omit --random-seed, --count and --rejected to continue with it, or delete its folder ratings/ to start over',
      });
    }
  }
  return kept;
}

async function drawSample(out: string, settings: RateSettings): Promise<RatingSample> {
  const { choose, randomSeed: seed = 1 } = settings;
  const judged: CrawlEvent[] = [];
  for await (const event of readEvents(out))
    if (event.judgement !== undefined && event.depth > 0) judged.push(event);
  const strata = [true, false].map((kind) => judged.filter(({ judgement }) => judgement?.accepted === kind));
  const random = seededRandom(seed);
  const drawn =
    choose === 'nearest' ? nearest(judged, settings, seed) : drawAtRandom(strata, settings, random);
  if (drawn.length === 0)
    throw new InputError(`the crawl in ${out} ${NOTHING[choose]}`, { hint: 'there is nothing to rate' });
  const mixed = drawn
    .map((page) => ({ page: sampled(page), place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ page }) => page);
  const [accepted = 0, rejected = 0] = strata.map(({ length }) => length);
  return { topic: await topicOf(out), seed, population: { accepted, rejected }, pages: mixed };
}

const NOTHING = {
  random: 'did not accept any page besides its seeds',
  nearest: 'judged no page besides its seeds by a threshold',
} as const;

function sampled({ url, title = '', judgement, finalUrl, stored }: CrawlEvent): SampledPage {
  const stratum = judgement?.accepted === true ? 'accepted' : 'rejected';
  return { url, title, stratum, ...given({ finalUrl, stored }) };
}

/** Pages that a rater sees at first. */
const NEAREST = 20;

function nearest(
  judged: readonly CrawlEvent[],
  { rejected, count = NEAREST }: RateSettings,
  seed: number,
): readonly CrawlEvent[] {
  if (rejected)
    throw new UsageError('--rejected does not apply to --choose nearest', {
      hint: 'it asks about accepted and rejected pages; --count says about how many',
    });
  return pageQuestions(judged, count, undefined, seed).map(({ page }) => page);
}

function drawAtRandom(
  strata: readonly (readonly CrawlEvent[])[],
  { rejected, count }: RateSettings,
  random: () => number,
): readonly CrawlEvent[] {
  const asked = rejected ? strata : strata.slice(0, 1);
  const population = asked.reduce((sum, stratum) => sum + stratum.length, 0);
  return stratifiedSample(asked, Math.min(count ?? sampleSize(population), population), random).flat();
}

const describedSchema = z.object({ topic: z.union([z.string(), z.array(z.string())]) });

/**
 * The topic of a crawl, from the description written at its end.
 * @throws UsageError for a crawl for several topics: raters say whether a page is about one
 */
export async function topicOf(out: string): Promise<string> {
  const { topic } = await readDescription(out, describedSchema);
  if (typeof topic === 'string') return topic;
  const topics =
    topic.length === 0 ? 'does not have a topic' : `is about several topics: ${topic.join(', ')}`;
  throw new UsageError(`by ${path.join(out, DESCRIPTION)}, the crawl ${topics}`, {
    hint: 'only a crawl for one topic can be rated',
  });
}

const sampleSchema = z.object({
  topic: z.string(),
  seed: z.number().int(),
  /** Numbers of pages that the crawl accepted and rejected. */
  population: z.object({ accepted: z.number().int(), rejected: z.number().int() }),
  pages: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      stratum: z.enum(['accepted', 'rejected']),
      finalUrl: z.string().optional(),
      stored: storedPageSchema.optional(),
    }),
  ),
});

/** A sample of the pages of a crawl, in the order for raters. */
export type RatingSample = z.output<typeof sampleSchema>;
export type SampledPage = RatingSample['pages'][number];

/** A page as raters see it, without the classifier's verdict. */
export interface ShownPage extends SampledPage {
  /** The judged text; undefined for rejected pages, whose texts are not stored. */
  readonly text: string | undefined;
}

/** Choice of the pages of a sample. */
type Choice = 'random' | 'nearest';
const SAMPLES: Readonly<Record<Choice, string>> = { random: 'sample.json', nearest: 'sample-nearest.json' };

/** The existing sample; undefined if there is none. @throws InputError when it is damaged */
export async function readSample(out: string, choice: Choice = 'random'): Promise<RatingSample | undefined> {
  const file = path.join(ratingsFolder(out), SAMPLES[choice]);
  return readChecked(file, sampleSchema, 'a sample of pages to rate').catch(unlessMissing);
}

/** @throws OutputError */
function writeSample(out: string, sample: RatingSample, choice: Choice = 'random'): Promise<void> {
  return replaceFile(path.join(ratingsFolder(out), SAMPLES[choice]), jsonFile(sample));
}
