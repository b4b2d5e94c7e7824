import { pageQuestions } from '../../src/extensions/lab/ratings/page-questions.js';
import type { PageContent } from '../../src/judging/topic/page-content.js';
import type { Label } from '../../src/extensions/teach/labelled-model.js';
import type { TrainedModel } from '../../src/judging/topic/trained-model.js';
import { acceptanceBy } from '../../src/judging/topic/trained-rule.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import type { Acceptance, LabelledReason } from '../../src/model/judging.js';
import type { Judgement } from '../../src/model/topic.js';
import { verdictBy } from '../../src/model/verdict-by-threshold.js';
import { scoreContents, type JudgingSettings } from './judged-contents.js';

/** A page of a crawl, and what a person says of it. */
export interface LabelledPage {
  readonly url: string;
  readonly content: PageContent;
  readonly relevant: boolean;
}

/** A page that a crawl has judged. */
interface CrawledPage {
  readonly page: LabelledPage;
  readonly place: number;
  readonly judgement: Judgement;
}

/** Labels of the pages of a crawl that `sfwc rate --choose nearest` asks about after it. */
export function labelsOfNearest(
  model: TrainedModel,
  pool: readonly LabelledPage[],
  { count, seed, ...settings }: JudgingSettings & { readonly count: number; readonly seed: number },
): readonly Label[] {
  const { pages, acceptance } = crawled(model, pool, settings);
  const events = eventsOf(pages, acceptance);
  return pageQuestions([...events.keys()], count, undefined, seed).flatMap((question) => {
    const page = events.get(question.page)?.page;
    return page === undefined ? [] : [labelOf(page)];
  });
}

/** Asks about pages of a crawl as its control room does; the threshold moves with each answer. */
export function askDuringCrawl(
  model: TrainedModel,
  pool: readonly LabelledPage[],
  { count, ...settings }: JudgingSettings & { readonly count: number },
): { readonly answers: readonly LabelledReason[]; readonly labels: readonly Label[] } {
  const { pages, acceptance } = crawled(model, pool, settings);
  const answers: LabelledReason[] = [];
  const labels: Label[] = [];
  const open = new Set(pages);
  while (labels.length < count && open.size > 0) {
    const events = eventsOf(open, acceptance);
    const said = new Map(labels.map(({ where, positive }) => [where, positive]));
    const [question] = pageQuestions([...events.keys()], 1, said);
    const one = question && events.get(question.page);
    if (one === undefined) break;
    open.delete(one);
    answers.push({ reason: one.judgement.reason, relevant: one.page.relevant });
    labels.push(labelOf(one.page));
    acceptance?.steer({ labels: answers });
  }
  return { answers, labels };
}

function labelOf({ url, content, relevant }: LabelledPage): Label {
  return { where: url, positive: relevant, content };
}

/** A crawl of these pages, and the threshold that it came to. */
function crawled(
  model: TrainedModel,
  pool: readonly LabelledPage[],
  { accept, ...judging }: JudgingSettings,
): { readonly pages: readonly CrawledPage[]; readonly acceptance: Acceptance | undefined } {
  const acceptance = acceptanceBy(model, accept);
  const pages = [...scoreContents(model, pool, judging)].flatMap(
    ({ item, judgement }, place): CrawledPage[] => {
      if (judgement === undefined) return [];
      acceptance?.note(judgement);
      return [{ page: item, place, judgement }];
    },
  );
  return { pages, acceptance };
}

/** Its events, with verdicts by the threshold as it stands. */
function eventsOf(
  pages: Iterable<CrawledPage>,
  acceptance: Acceptance | undefined,
): ReadonlyMap<CrawlEvent, CrawledPage> {
  return new Map(
    [...pages].map((one) => {
      const judgement = verdictBy(acceptance, one.judgement);
      return [{ url: one.page.url, sequence: one.place, judgement } as CrawlEvent, one] as const;
    }),
  );
}
