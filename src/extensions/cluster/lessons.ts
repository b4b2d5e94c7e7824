import { gunzipSync, gzipSync } from 'node:zlib';
import type { Heard, Lesson } from '../../crawling/engine/crawl-types.js';
import { normaliseUrl } from '../../crawling/urls/urls.js';

/** Bytes of a lesson, before it is compressed; of larger pages other workers hear the event alone. */
const MOST_BYTES = 500_000;

/** What other workers need to show their strategies what this worker's saw of a page, as text; null where there is nothing. */
export function packLesson({ entry, page, judgement, valued }: Heard): string | null {
  if (page === undefined || judgement === undefined || valued === undefined) return null;
  const wanted = new Set(valued);
  // Other links only count by their number.
  const links = page.links.map((link) =>
    wanted.has(normaliseUrl(link.url) ?? '') ? link : { url: link.url, anchorText: '', noFollow: true },
  );
  const lesson: Lesson = { entry, page: { ...page, links }, judgement, valued };
  const bytes = Buffer.from(JSON.stringify(lesson));
  return bytes.length > MOST_BYTES ? null : gzipSync(bytes, { level: 1 }).toString('base64');
}

/** A lesson out of its text. */
export function unpackLesson(text: string): Lesson {
  return JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as Lesson;
}
