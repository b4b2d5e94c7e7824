import path from 'node:path';
import { z } from 'zod';
import { ratingsFolder, readChecked, unlessMissing } from '../../../crawling/ratings/ratings-folder.js';
import { storedPageSchema } from '../../../crawling/store/stored-value.js';
import { jsonFile, replaceFile } from '../../../support/files/replace-file.js';

const listedPage = z.object({ url: z.string(), title: z.string() });
const sampleSchema = z.object({
  topic: z.string(),
  seed: z.number().int(),
  /** Numbers of pages that the crawl accepted and rejected. */
  population: z.object({ accepted: z.number().int(), rejected: z.number().int() }),
  pages: z.array(
    listedPage.extend({
      stratum: z.enum(['accepted', 'rejected']),
      finalUrl: z.string().optional(),
      stored: storedPageSchema.optional(),
      /** Pages that an answer may be about as well. */
      alike: z.array(listedPage).optional(),
    }),
  ),
});

/** A sample of the pages of a crawl, in the order for raters. */
export type RatingSample = z.output<typeof sampleSchema>;
export type SampledPage = RatingSample['pages'][number];

/** A page as raters see it, without the classifier's verdict. */
export interface ShownPage extends SampledPage {
  readonly alike: NonNullable<SampledPage['alike']>;
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
export function writeSample(out: string, sample: RatingSample, choice: Choice = 'random'): Promise<void> {
  return replaceFile(path.join(ratingsFolder(out), SAMPLES[choice]), jsonFile(sample));
}
