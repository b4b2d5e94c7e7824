import type { Page } from '../../model/page.js';

/** A page of which nothing is known but its address; spread it to say what is. */
export function emptyPage(url: string): Page {
  const robots = { noIndex: false, noFollow: false };
  return { url, title: '', headline: '', keywords: '', text: '', blocks: [], links: [], robots };
}
