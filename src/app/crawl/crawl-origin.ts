import { z } from 'zod';
import { readDescription } from '../../crawling/store/crawl-description.js';

const names = z.union([z.string(), z.array(z.string())]);

const originSchema = z.object({
  /** The crawl's IRI, which also names its graph. */
  crawl: z.string(),
  topic: names,
  settings: z.object({
    kb: z.string().optional(),
    classifier: z.string().optional(),
    thesaurus: z.string().optional(),
    accept: z.string().default('balanced'),
    anyLanguage: z.boolean().default(false),
    encoder: z.enum(['never', 'auto', 'always']).default('never'),
  }),
});

/** Settings with which a crawl was begun, as far as its pages are read again by them. */
export type CrawlOrigin = z.output<typeof originSchema>;

/** @throws InputError where the folder does not hold a crawl, or its description is damaged */
export function readCrawlOrigin(folder: string): Promise<CrawlOrigin> {
  return readDescription(folder, originSchema);
}
