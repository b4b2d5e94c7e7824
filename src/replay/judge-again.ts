import { distinctLinks } from '../crawl/engine/links.js';
import type { CrawlEvent } from '../model/crawl.js';
import type { Page } from '../model/page.js';
import type { Judgement } from '../model/topic.js';
import { given } from '../support/given.js';
import type { Judge } from '../judging/judge.js';
import type { KeptCrawl, MissingBody } from './kept-crawl.js';
import { verdictBy } from '../support/verdict.js';

/** A page on which the two classifiers differ. */
export interface ChangedVerdict {
  readonly url: string;
  readonly title: string;
  readonly accepted: boolean;
  readonly before: number;
  readonly now: number;
}

/** What another classifier makes of a crawl. */
export interface JudgedAgain {
  readonly classifierBefore: string;
  readonly classifier: string;
  /** Pages that were judged in the crawl. */
  readonly judged: number;
  /** Those of them that were judged again. */
  readonly judgedAgain: number;
  /** The others, by why their bodies are not there; their verdicts stand. */
  readonly missing: Readonly<Partial<Record<MissingBody, number>>>;
  readonly acceptedBefore: number;
  /** With the old verdict where a page could not be judged again. */
  readonly acceptedNow: number;
  /** Accepted now and not before, by score, and the other way round. */
  readonly gained: readonly ChangedVerdict[];
  readonly lost: readonly ChangedVerdict[];
}

/** Judgements by address of the event. */
export type Judgements = ReadonlyMap<string, Judgement>;

/** Judges what a crawl judged a second time. */
export async function judgeAgain(
  kept: KeptCrawl,
  { annotate, classifier, acceptance }: Judge,
): Promise<{ readonly report: JudgedAgain; readonly judgements: Judgements }> {
  const judgements = new Map<string, Judgement>();
  const gained: ChangedVerdict[] = [];
  const lost: ChangedVerdict[] = [];
  const counts = { judged: 0, judgedAgain: 0, acceptedBefore: 0, acceptedNow: 0 };
  const missing: Partial<Record<MissingBody, number>> = {};
  const linkedFrom = anchorWindows(kept);
  let classifierBefore = '';
  for (const event of kept.fetched) {
    const before = event.judgement;
    if (before === undefined) continue;
    classifierBefore = before.classifier;
    const { page, missing: why } = await kept.pageOf(event);
    const windows = linkedFrom(event, page);
    const judged =
      why === undefined ? await classifier.judge({ ...(await annotate(page)), ...given(windows) }) : before;
    const now = why === undefined ? verdictBy(acceptance, judged) : before;
    acceptance?.note(now);
    judgements.set(event.url, now);
    counts.judged += 1;
    if (why === undefined) counts.judgedAgain += 1;
    else missing[why] = (missing[why] ?? 0) + 1;
    if (before.accepted) counts.acceptedBefore += 1;
    if (now.accepted) counts.acceptedNow += 1;
    if (now.accepted !== before.accepted) (now.accepted ? gained : lost).push(changeOf(event, before, now));
  }
  gained.sort((a, b) => b.now - a.now);
  lost.sort((a, b) => a.now - b.now);
  return {
    report: { classifierBefore, classifier: classifier.name, ...counts, missing, gained, lost },
    judgements,
  };
}

/**
 * Finds for each page what the link by which the crawl came to it says, as the crawl did. Asked for pages in the order in
 * which they were fetched, so that the page with the link was there before.
 */
function anchorWindows({
  fetched,
}: KeptCrawl): (event: CrawlEvent, page: Page) => { readonly linkedFrom?: readonly string[] | undefined } {
  const wanted = new Map(fetched.map(({ url, referrer }) => [url, referrer]));
  const contexts = new Map<string, string>();
  return ({ url, anchorText }, page) => {
    for (const link of distinctLinks(page.links)) {
      const context = link.places?.[0]?.context;
      if (context !== undefined && wanted.get(link.url) === url) contexts.set(link.url, context);
    }
    const window = contexts.get(url) ?? anchorText;
    return { linkedFrom: window === undefined ? undefined : [window] };
  };
}

function changeOf({ url, title = '' }: CrawlEvent, before: Judgement, now: Judgement): ChangedVerdict {
  return { url, title, accepted: now.accepted, before: before.score, now: now.score };
}
