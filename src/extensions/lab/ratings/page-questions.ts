import { readAnswers } from '../../../crawling/ratings/ratings-folder.js';
import { readActions, readWaitingCommands } from '../../../crawling/steering/command-folder.js';
import { readEvents } from '../../../crawling/store/result-folder.js';
import { sigmoid } from '../../../judging/learning/logistic-regression.js';
import { readDirection } from '../../../judging/relevance/evidence.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import type { Action } from '../../../model/steering.js';
import { NOTHING_TO_JUDGE, type Judgement } from '../../../model/topic.js';
import { dot } from '../../../support/numeric/minimise.js';
import { seedOf } from '../../../support/random.js';

/** A page in question, and others that are alike: an answer can be for all of them. */
export interface PageQuestion {
  readonly page: CrawlEvent;
  readonly alike: readonly CrawlEvent[];
  /** Verdicts that one answer for all should change; absent where the page was drawn by lot. */
  readonly changes?: number;
}

/** Answers of people about pages so far, by URL; undefined if they could not say. */
type KnownAnswers = ReadonlyMap<string, boolean | undefined>;

/** A page with how far above the threshold it scored, and where it points in the word space. */
interface PlacedPage {
  readonly event: CrawlEvent;
  readonly above: number;
  readonly direction: Float32Array | undefined;
}

/** One page in so many is drawn from all that scored lower. */
const DRAWN_OF = 5;
/** Cosine of the directions of two pages from which they are alike. */
const ALIKE = 0.8;
/** Log odds from the threshold up to which an answer about an alike page is one about this page, too: others are hardly in doubt. */
const NEAR = 2;
/** The pages that are compared with each other: those nearest to the threshold. */
const COMPARED = 1000;
/** Pages of a group besides the one that is shown: the most similar ones. */
const MAX_ALIKE = 50;
/** Steepness with which pages become relevant around the threshold: that of the curve of `labelledThreshold`. */
const STEEPNESS = 2.5;

/**
 * Questions whose answers change most verdicts, the best first. A question is about a page and the pages that are alike
 * ({@link ALIKE}), so that one answer can be for all of them; no page is in two questions. The pages come from above and from
 * below the threshold by turns, of each side those first of whose groups the answer should change most verdicts: the
 * probability of yes times the pages that are rejected, and that of no times those that are accepted. Of single pages these are
 * the nearest to the threshold. While all answers so far are of one kind, pages of the side are chosen where the other one
 * is likely. One question in five is about a page that is drawn from all below the threshold: where it is wrong, the nearest
 * pages may all have the same answer, and a threshold needs both.
 *
 * Pages that have answers are left out, as are those that hold nothing to judge by and those that were judged by an earlier
 * model of the crawl. The threshold is that of the last page that was judged by score, since it may have moved.
 *
 * @param answers of people so far; their pages are not asked about
 * @param seed which pages are drawn; a page that was drawn mostly stays so while the crawl continues
 */
export function pageQuestions(
  events: readonly CrawlEvent[],
  count: number,
  answers: KnownAnswers = new Map(),
  seed = 1,
): readonly PageQuestion[] {
  const placed = placedPages(events);
  const open = placed.filter(({ event }) => !answers.has(event.url)).sort(nearest);
  const alikeTo = openGroups(open.slice(0, COMPARED), placed, answers);
  const asked = new Set<PlacedPage>();
  // A page far from the threshold does not stand for pages that are in doubt.
  const alikeOpen = (page: PlacedPage) =>
    Math.abs(page.above) > NEAR ? [] : alikeTo(page).filter((other) => !asked.has(other));
  const ask = (page: PlacedPage): PageQuestion => {
    const alike = alikeOpen(page);
    for (const one of [page, ...alike]) asked.add(one);
    return { page: page.event, alike: alike.map(({ event }) => event) };
  };
  const best = (isAbove: boolean): PlacedPage | undefined => {
    const side = open.filter((page) => page.above >= 0 === isAbove && !asked.has(page)).slice(0, COMPARED);
    const values = new Map(side.map((page) => [page, expectedChanges(page, alikeOpen(page))]));
    // Of equal ones the first: sorting is stable.
    return side.sort((a, b) => (values.get(b) ?? 0) - (values.get(a) ?? 0))[0];
  };
  const drawn = Math.floor((answers.size + count) / DRAWN_OF) - Math.floor(answers.size / DRAWN_OF);
  const below = open.filter(({ above }) => above < 0).length;
  const wanted = wantedSide(answers);
  const questions: PageQuestion[] = [];
  for (let turn = answers.size; questions.length < count - Math.min(drawn, below); turn += 1) {
    const isAbove = wanted ?? turn % 2 === 0;
    // What one side lacks, the other gives.
    const page = best(isAbove) ?? best(!isAbove);
    if (page === undefined) break;
    const changes = expectedChanges(page, alikeOpen(page));
    questions.push({ ...ask(page), changes });
  }
  const lower = open.filter((page) => page.above < 0 && !asked.has(page));
  return [...questions, ...spread(lower, count - questions.length, seed).map(ask)];
}

type RateAction = Extract<Action, { kind: 'rate' }>;

/**
 * An answer about a page of a crawl that is also about pages that are alike ({@link alikeIn}); one that is taken back, about those
 * that were answered about with it.
 * @throws InputError when the folder has no events, or a file of ratings is damaged
 */
export async function withAlike(out: string, given: RateAction): Promise<RateAction> {
  const { url, answer } = given;
  if (answer !== 'skip') return { ...given, alike: await alikeIn(out, url) };
  const waiting = await readWaitingCommands(out, Number.POSITIVE_INFINITY);
  const before = [...(await readActions(out)), ...waiting].flatMap(({ action }) =>
    action.kind === 'rate' && action.url === url && action.answer !== 'skip' ? [action] : [],
  );
  return { ...given, alike: before.at(-1)?.alike };
}

/** URLs of the pages of a crawl that an answer about one of them may be for as well. @throws as {@link withAlike} */
export async function alikeIn(out: string, url: string): Promise<readonly string[]> {
  const events: CrawlEvent[] = [];
  for await (const event of readEvents(out)) if (event.judgement !== undefined) events.push(event);
  const answers = await readAnswers(out);
  const placed = placedPages(events);
  const page = placed.find(({ event }) => event.url === url);
  if (page === undefined) return [];
  const open = placed.filter((other) => !answers.has(other.event.url)).sort(nearest);
  return openGroups(open, placed, answers)(page).map(({ event }) => event.url);
}

/** The pages that are judged by score and by the latest model. */
function placedPages(events: readonly CrawlEvent[]): readonly PlacedPage[] {
  const latest = events.reduce((model, { judgement }) => Math.max(model, judgement?.model ?? 1), 1);
  const judged = events.flatMap((event) => {
    const { judgement } = event;
    const threshold = thresholdOf(judgement);
    if (judgement === undefined || threshold === undefined || (judgement.model ?? 1) !== latest) return [];
    return [{ event, threshold, odds: oddsOf(judgement.score, judgement), reason: judgement.reason }];
  });
  const threshold = judged.at(-1)?.threshold ?? 0;
  return judged.map(({ event, odds, reason: { direction } }) => ({
    event,
    above: odds - threshold,
    direction: direction === undefined ? undefined : readDirection(direction),
  }));
}

function nearest(one: PlacedPage, other: PlacedPage): number {
  return Math.abs(one.above) - Math.abs(other.above) || one.event.sequence - other.event.sequence;
}

/** The verdicts that an answer about a page and those alike is expected to change. */
function expectedChanges(page: PlacedPage, alike: readonly PlacedPage[]): number {
  const accepted = [page, ...alike].filter(({ above }) => above >= 0).length;
  const yes = sigmoid(STEEPNESS * page.above);
  return yes * (1 + alike.length - accepted) + (1 - yes) * accepted;
}

/** The side on which an answer of the other kind is likely, where all so far are of one kind: above the threshold? */
function wantedSide(answers: KnownAnswers): boolean | undefined {
  const kinds = new Set([...answers.values()].filter((relevant) => relevant !== undefined));
  return kinds.size === 1 ? kinds.has(false) : undefined;
}

/**
 * Finds the pages that are alike with one, the most similar first. Pages whose most similar answered pages were answered
 * differently are not in one group.
 */
function openGroups(
  pages: readonly PlacedPage[],
  all: readonly PlacedPage[],
  answers: KnownAnswers,
): (page: PlacedPage) => readonly PlacedPage[] {
  const answered = all.filter(({ event }) => answers.has(event.url));
  const near = pages.filter(({ above }) => Math.abs(above) <= NEAR);
  const [groups, said] = [new Map<PlacedPage, readonly PlacedPage[]>(), new Map<PlacedPage, unknown>()];
  const saidNear = (page: PlacedPage): unknown => {
    if (!said.has(page)) said.set(page, answers.get(mostSimilar(page, answered)[0]?.event.url ?? ''));
    return said.get(page);
  };
  return (page) => {
    const known =
      groups.get(page) ??
      mostSimilar(page, near)
        .filter((other) => saidNear(other) === saidNear(page))
        .slice(0, MAX_ALIKE);
    groups.set(page, known);
    return known;
  };
}

/** Other pages that are alike with one, the most similar first. */
function mostSimilar({ event, direction }: PlacedPage, pages: readonly PlacedPage[]): readonly PlacedPage[] {
  if (direction === undefined) return [];
  return pages
    .flatMap((page) => {
      const cosine = page.direction === undefined ? 0 : dot(direction, page.direction);
      return cosine >= ALIKE && page.event.url !== event.url ? [{ page, cosine }] : [];
    })
    .sort((one, other) => other.cosine - one.cosine)
    .map(({ page }) => page);
}

/** So many of a ranked list: one of each of as many equal parts, drawn by its URL. */
function spread(ranked: readonly PlacedPage[], count: number, seed: number): readonly PlacedPage[] {
  const ofPart = (part: number): number => Math.round((part * ranked.length) / count);
  const lot = ({ event }: PlacedPage): number => seedOf(event.url, seed);
  return Array.from({ length: count }, (_, part) => ranked.slice(ofPart(part), ofPart(part + 1))).flatMap(
    (part) => [...part].sort((one, other) => lot(one) - lot(other)).slice(0, 1),
  );
}

/** The lower bound of a judgement by score, in the unit in which scores are compared. */
function thresholdOf(judgement: Judgement | undefined): number | undefined {
  if (judgement === undefined || judgement.score === NOTHING_TO_JUDGE) return undefined;
  const { otherLanguage, band } = judgement.reason;
  return otherLanguage !== undefined || band.low === null ? undefined : oddsOf(band.low, judgement);
}

/** Probabilities are compared by their log odds: 0.01 and 0.001 are as far apart as 0.5 and 0.1. */
function oddsOf(score: number, { classifier }: Judgement): number {
  return classifier === 'ensemble' ? Math.log(score / (1 - score)) : score;
}
