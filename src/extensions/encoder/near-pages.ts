import type { Encoder } from '../../judging/judge/open-judge.js';
import type { JudgePlan } from '../../judging/judge/judge-plan.js';
import { SCORES } from '../../judging/relevance/evidence.js';
import { createRecent } from '../../support/remember.js';
import { sha256 } from '../../support/hash.js';
import { bestOfTopics } from '../../model/topic-judgements.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import type { PageJudge } from '../../model/judging.js';
import { languageOfWords } from '../../language/text/words-only-annotator.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';

/** Encodes texts as directions of length 1. */
export type Encode = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Text with which pages near the decision are compared. */
export interface NearPages {
  readonly encode: Encode;
  /** The line about each topic; undefined for a topic that the encoder does not read. */
  readonly lines: readonly (string | undefined)[];
  /** The largest share of the pages that is encoded. */
  readonly share: number;
  /** Told once why no more pages are encoded. */
  readonly onFailure: (thrown: unknown) => void;
  readonly close: () => Promise<void>;
}

/** Log odds below the threshold from which a page is near the decision. Pages above it are, however far: not all are about the topic. */
const NEAR = 2;
/** Pages whose directions are remembered, for when another model judges them. */
const REMEMBERED = 2000;
/** Pages that may be encoded before they are a share of all. */
const AT_FIRST = 6;
const ENCODER: (typeof SCORES)[number] = 'encoder';

/** The line by which a topic in English is compared with pages. Without one, its name says best what it is about. */
export function lineOfTopic({
  language,
  about,
  topic,
}: Pick<JudgePlan, 'language' | 'about' | 'topic'>): string | undefined {
  return language === 'en' ? (about ?? topic.replaceAll(/[-_.]+/g, ' ')) : undefined;
}

/**
 * Asks an encoder how near pages are to the line about a topic: the cosine of their directions. It reads the title of a page and
 * the beginning of its text. More of the text, and the texts of the topic, were measured and do not help.
 */
export function createEncoder({ encode, lines, share, onFailure, close }: NearPages): Encoder {
  const state = { seen: 0, asked: 0, hasFailed: false };
  const lineOf = linesInSpace(encode);
  const directionOfPage = pagesInSpace(encode, () => {
    const mayAsk = state.asked < AT_FIRST + share * state.seen;
    if (mayAsk) state.asked += 1;
    return mayAsk;
  });
  const fail = (thrown: unknown): void => {
    if (state.hasFailed) return;
    state.hasFailed = true;
    onFailure(thrown);
  };
  const judge: Encoder['judge'] = async (page, own, acceptance) => {
    state.seen += 1;
    const near = nearTopics(verdictBy(acceptance, own), lines);
    if (state.hasFailed || near.length === 0) return own;
    try {
      const direction = await directionOfPage(page);
      if (direction === undefined) return own;
      const scoreOf = async (one: Judgement, place: number): Promise<Judgement> =>
        near.includes(place) ? withScore(one, dot(direction, await lineOf(lines[place] ?? ''))) : one;
      if (own.topics === undefined) return await scoreOf(own, 0);
      const scored = own.topics.map(async (one, place) => ({ ...one, ...(await scoreOf(one, place)) }));
      return bestOfTopics(await Promise.all(scored));
    } catch (thrown) {
      fail(thrown);
      return own;
    }
  };
  return { judge, close, around: (inner) => judgeAround(inner, judge, close) };
}

function judgeAround(inner: PageJudge, judge: Encoder['judge'], close: Encoder['close']): PageJudge {
  const { acceptance } = inner;
  return {
    ...inner,
    judge: async (page, known) => judge(page, await inner.judge(page, known), acceptance),
    async read(...response) {
      const read = await inner.read(...response);
      return {
        ...read,
        judge: async (linkedFrom) => judge(read.page, await read.judge(linkedFrom), acceptance),
      };
    },
    close: () => inner.close().finally(close),
  };
}

/** The places of the topics to which a page is near. */
function nearTopics(decided: Judgement, lines: NearPages['lines']): readonly number[] {
  const all: readonly Judgement[] = decided.topics ?? [decided];
  return [...all.keys()].filter((place) => {
    const one = all[place];
    return one !== undefined && lines[place] !== undefined && distance(one) >= -NEAR;
  });
}

/** Log odds above the threshold; NaN for pages in another language, and those rejected for another reason than their score. */
function distance({ score, reason: { members, band, annotator } }: Judgement): number {
  if (members === undefined || band.low === null || languageOfWords(annotator) !== undefined)
    return Number.NaN;
  return logit(score) - logit(band.low);
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** The texts of a page that are encoded. */
export function textsOf({ title, text }: Pick<Page, 'title' | 'text'>): readonly string[] {
  return [title, text].filter((one) => one.trim() !== '');
}

function withScore(judgement: Judgement, score: number): Judgement {
  const { reason } = judgement;
  const opinion = { member: ENCODER, score: Math.round(score * 1e4) / 1e4, odds: 0 };
  return { ...judgement, reason: { ...reason, members: [...(reason.members ?? []), opinion] } };
}

/** Encodes lines, each once. */
function linesInSpace(encode: Encode): (line: string) => Promise<Float32Array> {
  const known = new Map<string, Promise<Float32Array>>();
  return (line) => {
    const direction = known.get(line) ?? directionOf(encode, [line]);
    known.set(line, direction);
    return direction;
  };
}

/** Encodes pages, each once, where it may. */
function pagesInSpace(encode: Encode, mayEncode: () => boolean) {
  const known = createRecent<string, Promise<Float32Array>>(REMEMBERED);
  return (page: Page): Promise<Float32Array> | undefined => {
    const texts = textsOf(page);
    const key = sha256(texts.join('\n'));
    const before = known.get(key);
    if (before !== undefined || !mayEncode()) return before;
    const direction = directionOf(encode, texts);
    known.set(key, direction);
    return direction;
  };
}

/** The direction of texts together, of length 1. */
export async function directionOf(encode: Encode, texts: readonly string[]): Promise<Float32Array> {
  const [first = new Float32Array(), ...others] = await encode(texts);
  const sum = first.map((value, at) => others.reduce((all, other) => all + (other[at] ?? 0), value));
  const length = Math.sqrt(dot(sum, sum));
  return sum.map((value) => value / (length || 1));
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
