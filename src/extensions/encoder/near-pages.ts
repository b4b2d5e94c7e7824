import { logit } from '../../judging/learning/logistic-regression.js';
import type { Encoder } from '../../judging/judge/open-judge.js';
import type { JudgePlan } from '../../judging/judge/judge-plan.js';
import { SCORES } from '../../judging/relevance/evidence.js';
import { createRecent } from '../../support/remember.js';
import { sha256 } from '../../support/hash.js';
import { dot } from '../../support/numeric/minimise.js';
import { bestOfTopics } from '../../model/topic-judgements.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import type { PageJudge } from '../../model/judging.js';
import { languageOfWords } from '../../language/text/words-only-annotator.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';

/** Encodes texts as directions of length 1. */
type Encode = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

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
export function lineOfTopic(plan: Pick<JudgePlan, 'language' | 'about' | 'topic'>): string | undefined {
  const { language, about, topic } = plan;
  return language === 'en' ? (about ?? topic.replaceAll(/[-_.]+/g, ' ')) : undefined;
}

/**
 * Asks an encoder how near pages are to the line about a topic: the cosine of their directions. It reads the title of a page and
 * the beginning of its text. More of the text, and the texts of the topic, were measured and do not help.
 */
export function createEncoder({ encode, lines, share, onFailure, close }: NearPages): Encoder {
  let [seen, asked, hasFailed] = [0, 0, false];
  const known = createRecent<string, Promise<Float32Array>>(REMEMBERED);
  /** The direction of texts, each encoded once; undefined where no more pages may be. */
  const directionFor = (texts: readonly string[], isPage: boolean): Promise<Float32Array> | undefined => {
    const key = sha256(texts.join('\n'));
    const before = known.get(key);
    if (before !== undefined || (isPage && asked >= AT_FIRST + share * seen)) return before;
    if (isPage) asked += 1;
    const direction = directionOf(encode, texts);
    known.set(key, direction);
    return direction;
  };
  const scored = async (page: Page, own: Judgement, near: readonly number[]): Promise<Judgement> => {
    const direction = await directionFor(textsOf(page), true);
    if (direction === undefined) return own;
    const scoreOf = async <T extends Judgement>(one: T, place: number): Promise<T> => {
      const line = near.includes(place) ? await directionFor([lines[place] ?? ''], false) : undefined;
      return line === undefined ? one : { ...one, ...withScore(one, dot(direction, line)) };
    };
    return own.topics === undefined
      ? scoreOf(own, 0)
      : bestOfTopics(await Promise.all(own.topics.map(scoreOf)));
  };
  const judge: Encoder['judge'] = async (page, own, acceptance) => {
    seen += 1;
    const near = nearTopics(verdictBy(acceptance, own), lines);
    if (hasFailed || near.length === 0) return own;
    return scored(page, own, near).catch((thrown: unknown) => {
      if (!hasFailed) onFailure(thrown);
      hasFailed = true;
      return own;
    });
  };
  const around = (inner: PageJudge): PageJudge => ({
    ...inner,
    judge: async (page, known) => judge(page, await inner.judge(page, known), inner.acceptance),
    async read(...response) {
      const read = await inner.read(...response);
      const { page } = read;
      return { ...read, judge: async (from) => judge(page, await read.judge(from), inner.acceptance) };
    },
    close: () => inner.close().finally(close),
  });
  return { judge, close, around };
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

/** The texts of a page that are encoded. */
export function textsOf({ title, text }: Pick<Page, 'title' | 'text'>): readonly string[] {
  return [title, text].filter((one) => one.trim() !== '');
}

function withScore(judgement: Judgement, score: number): Judgement {
  const { reason } = judgement;
  const opinion = { member: ENCODER, score: Math.round(score * 1e4) / 1e4, odds: 0 };
  return { ...judgement, reason: { ...reason, members: [...(reason.members ?? []), opinion] } };
}

/** The direction of texts together, of length 1. */
export async function directionOf(encode: Encode, texts: readonly string[]): Promise<Float32Array> {
  const [first = new Float32Array(), ...others] = await encode(texts);
  const sum = first.map((value, at) => others.reduce((all, other) => all + (other[at] ?? 0), value));
  const length = Math.sqrt(dot(sum, sum));
  return sum.map((value) => value / (length || 1));
}
