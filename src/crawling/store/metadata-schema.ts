import { z } from 'zod';
import { METADATA_SOURCES, type PageMetadata } from '../../model/page-metadata.js';

function stated<T extends z.ZodType>(value: T) {
  return z.object({ value, source: z.enum(METADATA_SOURCES), confidence: z.number() }).optional();
}

/** What a page says of itself, as files have it. */
export const metadataSchema: z.ZodType<PageMetadata> = z.object({
  published: stated(z.string()),
  modified: stated(z.string()),
  authors: stated(z.array(z.string())),
  site: stated(z.string()),
  description: stated(z.string()),
  language: stated(z.string()),
  licence: stated(z.string()),
  canonical: stated(z.string()),
});
