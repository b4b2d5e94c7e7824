import type { Comparison } from '../evaluation/comparison.js';
import type { Losses } from '../evaluation/losses.js';
import type { MeasuredCrawl } from '../evaluation/league.js';
import { unescapePercent } from '../../../support/text/escapes.js';

/** The last segment of a URL, decoded; the URL itself if it has none. */
export function pageName({ pages }: Comparison, page: number): string {
  const url = pages[page] ?? '';
  const last =
    url
      .replace(/[?#].*$/s, '')
      .replace(/\/$/, '')
      .split('/')
      .at(-1) ?? url;
  return unescapePercent(last === '' ? url : last).replaceAll('_', ' ');
}

/** Describes where a crawl lost. */
export function lossSentences(
  comparison: Comparison,
  { crawl, found, targets }: MeasuredCrawl,
  losses: Losses,
): readonly string[] {
  const name = (page: number): string => `“${pageName(comparison, page)}”`;
  const sentences = [`${losses.wasted} of ${crawl.fetches.length} fetches found nothing.`];
  if (losses.halfFoundAt !== null) {
    sentences.push(`It had found half of its ${found} targets by fetch ${losses.halfFoundAt}.`);
  }
  if (losses.wastefulPages.length > 0) {
    const most = losses.wastefulPages
      .slice(0, 3)
      .map(({ page, fetches, targets: hits }) => `${name(page)} (${fetches} fetches, ${hits} targets)`);
    sentences.push(`The links of these pages took the most fetches: ${most.join(', ')}.`);
  }
  if (losses.late.length > 0 && (losses.late[0]?.fetch ?? 0) > targets) {
    const late = losses.late.slice(0, 3).map(({ page, fetch }) => `${name(page)} at ${fetch}`);
    sentences.push(`The last targets were ${late.join(', ')}.`);
  }
  if (losses.waiting.length > 0) {
    const waiting = losses.waiting.slice(0, 3).map(({ page, waiting: link }) => {
      const anchor = link?.anchorText ?? '';
      return `${name(page)}${anchor === '' ? '' : ` under ‘${anchor}’`}`;
    });
    sentences.push(
      `${losses.waiting.length} targets were still queued at the end, the best of them ${waiting.join(', ')}.`,
    );
  }
  if (losses.unseen.length > 0) {
    const unseen = losses.unseen.slice(0, 3).map(({ page }) => name(page));
    sentences.push(
      `No link to ${losses.unseen.length} targets was ever queued (${unseen.join(', ')}${losses.unseen.length > 3 ? ' …' : ''}).`,
    );
  }
  return sentences;
}
