import { gunzipSync, gzipSync } from 'node:zlib';
import type { Observation, Lesson } from '../../crawling/engine/crawl-types.js';
import { normaliseUrl } from '../../crawling/urls/urls.js';

/** Bytes of a lesson, before it is compressed; of larger pages other workers hear the event alone. */
const MAX_BYTES = 500_000;

/** Observation of a page for the strategies of other workers, as text; null without any. */
export function packLesson({ entry, page, judgement, valued }: Observation): string | null {
  if (page === undefined || judgement === undefined || valued === undefined) return null;
  const wanted = new Set(valued);
  // Other links only count by their number.
  const links = page.links.map((link) =>
    wanted.has(normaliseUrl(link.url) ?? '') ? link : { url: link.url, anchorText: '', noFollow: true },
  );
  const lesson: Lesson = { entry, page: { ...page, links }, judgement, valued };
  const bytes = Buffer.from(JSON.stringify(lesson));
  return bytes.length > MAX_BYTES ? null : gzipSync(bytes, { level: 1 }).toString('base64');
}

/** A lesson out of its text. */
export function unpackLesson(text: string): Lesson {
  return JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as Lesson;
}
