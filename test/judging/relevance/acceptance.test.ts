import { describe, expect, it } from '@jest/globals';
import { createAcceptance, judgedTextOf } from '../../../src/judging/relevance/acceptance.js';
import { evidenceOf, MEMBERS } from '../../../src/judging/relevance/evidence.js';
import { logOddsOf, relevanceFor } from '../../../src/judging/relevance/relevance-model.js';
import { createSurvey } from '../../../src/judging/relevance/page-survey.js';
import type { Acceptance } from '../../../src/model/judging.js';
import { judgedAt, MEMBER_STATISTICS, MEMBER_TOPIC } from '../../support/judged-members.js';

const logit = (probability: number): number => Math.log(probability / (1 - probability));
/** Every fifth page of a crawl is about the topic, more or less; the others not. */
const positionOf = (page: number): number => (page % 5 === 0 ? 0.9 + (page % 4) / 10 : (page % 3) / 20);
const noting = (acceptance: Acceptance, from: number, to: number): Acceptance => {
  for (let page = from; page < to; page += 1) acceptance.note(judgedAt(positionOf(page)));
  return acceptance;
};
const after = (pages: number, accept?: string): Acceptance =>
  noting(createAcceptance(MEMBER_TOPIC, accept), 0, pages);
const thresholdOf = (acceptance: Acceptance): number => acceptance.thresholds()[0]!;
/** Position of pages with these log odds. */
const positionWith = (acceptance: Acceptance, odds: number): number =>
  Array.from({ length: 2000 }, (_, step) => step / 200 - 5).find(
    (position) => logit(acceptance.decide(judgedAt(position)).score) >= odds,
  )!;
const pagesOf = (acceptance: Acceptance): number => acceptance.thresholds()[1]!;

describe('createAcceptance', () => {
  it.each([
    ['precise', 0.8],
    ['balanced', 0],
    ['broad', -1],
  ])('judges the first pages alone, by the threshold of %s', (accept, threshold) => {
    expect(createAcceptance(MEMBER_TOPIC, accept).thresholds()).toEqual([threshold, 0]);
    expect(after(29, accept).thresholds()).toEqual([threshold, 0]);
    const { reason, score } = after(29, accept).decide(judgedAt(0.7));
    const { alone } = relevanceFor(MEMBER_STATISTICS);
    const evidence = evidenceOf(judgedTextOf(judgedAt(0.7).reason)!, MEMBER_STATISTICS, undefined, 20);
    expect(logit(score)).toBeCloseTo(logOddsOf(alone, evidence));
    expect(reason.summary).toMatch(/, for a page that is judged alone$/);
  });

  it('takes the threshold for pages in another language where most are in one, and says which', () => {
    const scores = MEMBERS.map((member) => (/meaning|line/.test(member) ? 0.5 : null));
    const survey = createSurvey(MEMBER_TOPIC);
    const own = judgedTextOf(judgedAt(0.5).reason)!;
    for (let page = 0; page < 3; page += 1) survey.add({ ...own, scores });
    expect(survey.relevance()).toBe(relevanceFor(MEMBER_STATISTICS, false, scores));
    for (let page = 0; page < 3; page += 1) survey.add(own);
    expect(survey.relevance()).toBe(relevanceFor(MEMBER_STATISTICS));
    const german = { ...judgedAt(0.5), reason: { ...judgedAt(0.5).reason, annotator: 'words-de' } };
    expect(createAcceptance(MEMBER_TOPIC).decide(german).reason.summary).toMatch(/, read in German$/);
  });

  it('looks at all pages when there are 30, and then when there are twice as many', () => {
    const acceptance = createAcceptance(MEMBER_TOPIC);
    const looks = Array.from({ length: 60 }, (_, page) => pagesOf(noting(acceptance, page, page + 1)));
    expect(looks.indexOf(30)).toBe(29);
    expect([...new Set(looks)]).toEqual([0, 30, 60]);
    expect(acceptance.decide(judgedAt(1)).reason.summary).toMatch(/, among 60 pages$/);
  });

  it('tells the pages about the topic from the others among which they lie', () => {
    const acceptance = after(60);
    const accepted = Array.from(
      { length: 60 },
      (_, page) => acceptance.decide(judgedAt(positionOf(page))).accepted,
    );
    expect(accepted).toEqual(accepted.map((_, page) => page % 5 === 0));
  });

  it.each([-5, 0, 1, 5])('keeps its threshold within bounds, where all pages lie at %d', (position) => {
    for (const accept of ['precise', 'balanced', 'broad']) {
      const acceptance = createAcceptance(MEMBER_TOPIC, accept);
      for (let page = 0; page < 40; page += 1) acceptance.note(judgedAt(position));
      expect(thresholdOf(acceptance)).toBeGreaterThanOrEqual(-3);
      expect(thresholdOf(acceptance)).toBeLessThanOrEqual(3);
    }
  });

  it('is moved by answers, and as before when they are taken back', () => {
    const acceptance = after(60);
    const before = thresholdOf(acceptance);
    const answers = (relevant: boolean, ...odds: readonly number[]) =>
      odds.map((one) => ({ reason: judgedAt(positionWith(acceptance, before + one)).reason, relevant }));
    acceptance.steer({ labels: answers(true, -1.2, -1, -0.8, 0.5, 1) });
    const lower = thresholdOf(acceptance);
    expect(lower).toBeLessThan(before - 0.5);
    acceptance.steer({ labels: answers(false, 1.2, 1, 0.8, -0.5, -1) });
    expect(thresholdOf(acceptance)).toBeGreaterThan(before + 0.5);
    expect(acceptance.decide(judgedAt(1)).reason.summary).toMatch(/, among 60 pages, after 5 answers$/);
    expect(acceptance.moves()).toBe(true);
    acceptance.steer({ labels: [] });
    expect(thresholdOf(acceptance)).toBe(before);
  });

  it('counts the score of a sentence encoder by how far it is above the mean of those so far', () => {
    const acceptance = createAcceptance(MEMBER_TOPIC);
    const scored = (encoder: number) => {
      const { reason, ...judgement } = judgedAt(0.7);
      const opinion = { member: 'encoder', score: encoder, odds: 0 };
      return { ...judgement, reason: { ...reason, members: [...reason.members!, opinion] } };
    };
    const oddsOf = (encoder: number) => logit(acceptance.decide(scored(encoder)).score);
    const without = logit(acceptance.decide(judgedAt(0.7)).score);
    expect(oddsOf(0.2)).toBeCloseTo(without);
    expect(oddsOf(0.4)).toBeCloseTo(without + 8 * 0.2);
    for (const encoder of [0.5, 0.6]) acceptance.note(scored(encoder));
    acceptance.note(judgedAt(0.7));
    expect(oddsOf(0.375)).toBeCloseTo(without);
    const { members } = acceptance.decide(scored(0.5)).reason;
    expect(members!.at(-1)).toEqual({ member: 'encoder', score: 0.5, odds: 1 });
    expect(judgedTextOf({ members })?.scores.at(-1)).toBe(0.5);
  });
});
