import { distinctLinks } from '../../../crawling/engine/link-decisions.js';
import { changedJudgement, createRejudging } from '../../../crawling/engine/rejudging.js';
import type { Acceptance, PageJudge } from '../../../model/judging.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import type { Page } from '../../../model/page.js';
import type { Judgement } from '../../../model/topic.js';
import type { OnWait } from '../../../model/wait.js';
import { given } from '../../../support/given.js';
import type { KeptCrawl, MissingBody } from '../../../crawling/store/kept-crawl.js';
import { verdictBy } from '../../../model/verdict-by-threshold.js';

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
  /** The number of the model that judged last, where the crawl trained it. */
  readonly modelBefore?: number;
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
  judge: Pick<PageJudge, 'judge' | 'classifier' | 'acceptance'>,
  onWait: OnWait = () => undefined,
): Promise<{ readonly report: JudgedAgain; readonly judgements: Judgements }> {
  const { acceptance, classifier } = judge;
  const pages: JudgedPage[] = [];
  const rejudging = acceptance && createRejudging(acceptance);
  const linkedFrom = anchorWindows(kept);
  for (const [place, event] of kept.fetched.entries()) {
    onWait('judging again', { detail: `page ${place + 1} of ${kept.fetched.length}`, busy: 50 });
    const before = event.judgement;
    if (before === undefined) continue;
    const { page, missing: why } = await kept.pageOf(event);
    const windows = linkedFrom(event, page);
    const judged = why === undefined ? await judge.judge(page, given(windows)) : before;
    const now = why === undefined ? verdictBy(acceptance, judged) : before;
    acceptance?.note(now);
    pages.push({ event, before, now, why });
    if (acceptance && rejudging?.isDue(pages.length) === true) {
      if (rejudging.hasMoved()) changeVerdicts(pages, acceptance);
      rejudging.passed(pages.length);
    }
  }
  if (rejudging?.isCurrent(pages.length) === false) changeVerdictsAtEnd(pages, acceptance);
  return {
    report: { ...reportOf(pages), classifier },
    judgements: new Map(pages.map(({ event, now }) => [event.url, now])),
  };
}

/** A page that the crawl judged, and why it could not be judged again, where that is so. */
interface JudgedPage {
  readonly event: CrawlEvent;
  readonly before: Judgement;
  now: Judgement;
  readonly why: MissingBody | undefined;
}

/** As a crawl does from time to time, and at its end. */
function changeVerdicts(pages: readonly JudgedPage[], acceptance: Acceptance): void {
  acceptance.renew?.();
  for (const page of pages) {
    const { event, now, why } = page;
    if (why !== undefined) continue;
    page.now = changedJudgement({ code: event.code, judgement: now }, acceptance) ?? now;
  }
}

function changeVerdictsAtEnd(pages: readonly JudgedPage[], acceptance: Acceptance | undefined): void {
  if (acceptance?.moves() === true) changeVerdicts(pages, acceptance);
}

function reportOf(pages: readonly JudgedPage[]): Omit<JudgedAgain, 'classifier'> {
  const missing: Partial<Record<MissingBody, number>> = {};
  for (const { why } of pages) if (why !== undefined) missing[why] = (missing[why] ?? 0) + 1;
  const changes = pages
    .filter(({ before, now }) => now.accepted !== before.accepted)
    .map(({ event, before, now }) => changeOf(event, before, now));
  return {
    classifierBefore: pages.at(-1)?.before.classifier ?? '',
    modelBefore: pages.at(-1)?.before.model,
    judged: pages.length,
    judgedAgain: pages.filter(({ why }) => why === undefined).length,
    missing,
    acceptedBefore: pages.filter(({ before }) => before.accepted).length,
    acceptedNow: pages.filter(({ now }) => now.accepted).length,
    gained: changes.filter(({ accepted }) => accepted).sort((a, b) => b.now - a.now),
    lost: changes.filter(({ accepted }) => !accepted).sort((a, b) => a.now - b.now),
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
