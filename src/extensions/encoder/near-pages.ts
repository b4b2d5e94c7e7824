import type { Encoder } from '../../judging/judge/encoder-port.js';
import type { JudgePlan } from '../../judging/judge/judge-plan.js';
import { SCORES } from '../../judging/relevance/evidence.js';
import { bestOfTopics } from '../../judging/topic/several-topics.js';
import { verdictBy } from '../../judging/topic/verdict-by-threshold.js';
import type { Acceptance, PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';

/** Encodes texts as directions of length 1. */
export type Encode = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** What pages near the decision are compared by. */
export interface NearPages {
  readonly encode: Encode;
  /** The line about each topic, or its name; undefined for a topic that the encoder does not read. */
  readonly lines: readonly (string | undefined)[];
  /** The largest share of the pages that is encoded. */
  readonly share: number;
  /** Told once why pages are not encoded any more. */
  readonly onFailure: (thrown: unknown) => void;
  close(): Promise<void>;
}

/** Log odds below the threshold at which a page is near the decision. Every page above it is: some are not about the topic. */
const NEAR = 2;
/** Pages that may be encoded before the share of all pages is as large. */
const AT_FIRST = 6;
const ENCODER: (typeof SCORES)[number] = 'encoder';

/** The line by which the encoder compares pages with a topic; its name says what it is about where it has none. */
export function lineOfTopic({
  language,
  about,
  topic,
}: Pick<JudgePlan, 'language' | 'about' | 'topic'>): string | undefined {
  return language === 'en' ? (about ?? topic.replaceAll(/[-_.]+/g, ' ')) : undefined;
}

/**
 * Asks an encoder how near pages are to the line about a topic. It is asked about title and beginning of pages that are near the
 * decision: that said as much as five parts of the text, for a third of the time. Its score is their cosine with the line.
 */
export function createEncoder({ encode, lines, share, onFailure, close }: NearPages): Encoder {
  let [seen, asked, hasFailed] = [0, 0, false];
  const directions = new Map<string, Promise<Float32Array>>();
  const lineOf = (place: number): Promise<Float32Array> => {
    const line = lines[place] ?? '';
    const known = directions.get(line) ?? directionOf(encode, [line]);
    directions.set(line, known);
    return known;
  };

  const scored = async (
    all: readonly Judgement[],
    near: readonly number[],
    page: Page,
  ): Promise<readonly Judgement[]> => {
    const texts = [page.title, page.text].filter((text) => text.trim() !== '');
    const direction = await directionOf(encode, texts);
    const scores = await Promise.all(near.map(async (place) => cosine(direction, await lineOf(place))));
    return all.map((one, place) => withScore(one, scores[near.indexOf(place)]));
  };

  const judge = async (
    page: Page,
    judgement: Judgement,
    acceptance: Acceptance | undefined,
  ): Promise<Judgement> => {
    seen += 1;
    const all: readonly Judgement[] = judgement.topics ?? [judgement];
    const decided = verdictBy(acceptance, judgement);
    const near = (decided.topics ?? [decided]).flatMap((one, place) =>
      lines[place] !== undefined && isNear(one) ? [place] : [],
    );
    if (hasFailed || near.length === 0 || asked >= AT_FIRST + share * seen) return judgement;
    asked += 1;
    try {
      const [first = judgement, ...others] = await scored(all, near, page);
      if (judgement.topics === undefined) return first;
      return bestOfTopics(judgement.topics.map((one, place) => ({ ...one, ...[first, ...others][place] })));
    } catch (thrown) {
      if (!hasFailed) onFailure(thrown);
      hasFailed = true;
      return judgement;
    }
  };

  return { judge, close, around: (inner) => judgeAround(inner, judge, close) };
}

function judgeAround(inner: PageJudge, judge: Encoder['judge'], close: () => Promise<void>): PageJudge {
  return {
    ...inner,
    judgePage: async (page) => judge(page, await inner.judgePage(page), inner.acceptance),
    async read(...response) {
      const read = await inner.read(...response);
      return {
        ...read,
        judge: async (linkedFrom) => judge(read.page, await read.judge(linkedFrom), inner.acceptance),
      };
    },
    async close() {
      await inner.close();
      await close();
    },
  };
}

/** True for a page whose log odds are not far below the threshold; pages that are rejected whatever their score have no members. */
function isNear({ score, reason: { members, band } }: Judgement): boolean {
  return members !== undefined && band.low !== null && logit(score) >= logit(band.low) - NEAR;
}

function withScore(judgement: Judgement, score: number | undefined): Judgement {
  const { reason } = judgement;
  if (score === undefined || reason.members === undefined) return judgement;
  const opinion = { member: ENCODER, score: Math.round(score * 1e4) / 1e4, odds: 0 };
  return { ...judgement, reason: { ...reason, members: [...reason.members, opinion] } };
}

/** The direction of several texts together, of length 1. */
async function directionOf(encode: Encode, texts: readonly string[]): Promise<Float32Array> {
  const [first = new Float32Array(), ...others] = await encode(texts);
  const sum = Float32Array.from(first, (value, place) =>
    others.reduce((all, other) => all + (other[place] ?? 0), value),
  );
  const length = Math.sqrt(cosine(sum, sum));
  return sum.map((value) => value / (length || 1));
}

/** The cosine of directions of length 1. */
function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}
