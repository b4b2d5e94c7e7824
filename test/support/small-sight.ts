import type { CrawlEvent, LinkCandidate, Priority, QueuedUrl } from '../../src/model/crawl-event.js';
import type { LinkPlace, Page, PageLink } from '../../src/model/page.js';
import type { Judgement } from '../../src/model/topic.js';
import type { NounMeanings } from '../../src/crawling/priority/strategy-parts.js';
import type { TitledText } from '../../src/crawling/priority/term-weights.js';
import { createTopicSight, type TopicSight } from '../../src/crawling/priority/topic-sight.js';
import { BEE_TEXTS, OTHER_TEXTS } from './small-corpus.js';
import { textPage } from './small-topic.js';
import { openWordReader } from '../../src/language/text/english.js';

function titled(texts: Readonly<Record<string, string>>): readonly TitledText[] {
  return Object.values(texts).map((whole) => {
    const end = whole.indexOf('\n');
    return { title: whole.slice(0, end), text: whole.slice(end).trim() };
  });
}

export const BEES = titled(BEE_TEXTS);
export const OTHERS = titled(OTHER_TEXTS);

/** Beekeeping, as strategies see it. */
export function beeSight(): TopicSight {
  return createTopicSight({ corpus: BEES, background: OTHERS }, openWordReader(), 20);
}

/** A dictionary of a few words: word → sense, sense → senses above. */
export function smallMeanings(
  senses: Readonly<Record<string, number>>,
  above: Readonly<Record<number, readonly number[]>> = {},
): NounMeanings {
  return { senseOf: (lemma) => senses[lemma], hypernymsOf: (sense) => above[sense] ?? [] };
}

/** A page of this text. */
export function pageOf(url: string, text: string, more: Partial<Page> = {}): Page {
  return textPage(text, { url, blocks: text === '' ? [] : [text], ...more });
}

/** A link with one place, or, without a context, with none. */
export function linkTo(url: string, anchorText: string, context?: string, block = 0): PageLink {
  const places: readonly LinkPlace[] = context === undefined ? [] : [{ anchorText, context, block }];
  return { url, anchorText, noFollow: false, ...(places.length === 0 ? {} : { places }) };
}

export function judged(accepted: boolean, score = accepted ? 1 : -1): Judgement {
  const nouns = { distinct: 0, linked: 0, unknown: 0 };
  const reason = { summary: 'test', meanIdf: null, band: { low: null, high: null }, nouns, evidence: [] };
  return { accepted, score, classifier: 'test', reason };
}

/** The entry of a seed, or of a page that was queued with this priority. */
export function entryOf(url: string, depth = 0, priority?: Priority): QueuedUrl {
  return { url, depth, priority: priority ?? { value: Number.MAX_SAFE_INTEGER, reason: 'seed' } };
}

/** A link of a page that is on topic or not. */
export function candidateOf(
  page: Page,
  link: PageLink,
  { accepted = true, entry = entryOf(page.url) }: { accepted?: boolean; entry?: QueuedUrl } = {},
): LinkCandidate {
  return { link, source: page, judgement: judged(accepted), depth: entry.depth + 1, entry };
}

let sequence = 0;

/** What is recorded of a page that was judged. */
export function eventOf(page: Page, accepted: boolean, referrer?: string): CrawlEvent {
  sequence += 1;
  return {
    sequence,
    time: '2024-01-01T00:00:00.000Z',
    url: page.url,
    state: 'done',
    depth: 1,
    fetched: true,
    judgement: judged(accepted),
    links: page.links.map(({ url }) => url),
    ...(referrer === undefined ? {} : { referrer }),
  };
}
