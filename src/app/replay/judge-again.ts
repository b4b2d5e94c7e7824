import type { CrawlEvent } from '../../model/crawl.js';
import type { Judgement } from '../../model/topic.js';
import type { Judge } from '../judge.js';
import type { KeptCrawl } from './kept-crawl.js';

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
  /** Those of them that were judged again; the others' texts were not kept. */
  readonly judgedAgain: number;
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
  { annotate, classifier }: Judge,
): Promise<{ readonly report: JudgedAgain; readonly judgements: Judgements }> {
  const judgements = new Map<string, Judgement>();
  const gained: ChangedVerdict[] = [];
  const lost: ChangedVerdict[] = [];
  const counts = { judged: 0, judgedAgain: 0, acceptedBefore: 0, acceptedNow: 0 };
  let classifierBefore = '';
  for (const event of kept.fetched) {
    const before = event.judgement;
    if (before === undefined) continue;
    classifierBefore = before.classifier;
    const { page, whole } = await kept.pageOf(event);
    const now = whole ? await classifier.judge(await annotate(page)) : before;
    judgements.set(event.url, now);
    counts.judged += 1;
    if (whole) counts.judgedAgain += 1;
    if (before.accepted) counts.acceptedBefore += 1;
    if (now.accepted) counts.acceptedNow += 1;
    if (now.accepted !== before.accepted) (now.accepted ? gained : lost).push(changeOf(event, before, now));
  }
  gained.sort((a, b) => b.now - a.now);
  lost.sort((a, b) => a.now - b.now);
  return {
    report: { classifierBefore, classifier: classifier.name, ...counts, gained, lost },
    judgements,
  };
}

function changeOf({ url, title = '' }: CrawlEvent, before: Judgement, now: Judgement): ChangedVerdict {
  return { url, title, accepted: now.accepted, before: before.score, now: now.score };
}
