import { describe, expect, it } from '@jest/globals';
import type { Judgement } from '../../../src/model/topic.js';
import { createAcceptance, lowestThreshold, REMEMBERED } from '../../../src/judging/topic/acceptance.js';

const ANCHORS = { background: -5, corpus: 5, hasSpace: false };
const judged = (odds: number, likeness?: number): Judgement => ({
  accepted: false,
  score: 1 / (1 + Math.exp(-odds)),
  classifier: 'ensemble',
  reason: {
    summary: 'as it was',
    meanIdf: null,
    band: { low: null, high: null },
    nouns: { distinct: 0, linked: 0, unknown: 0 },
    evidence: [],
    ...(likeness === undefined ? {} : { likeness }),
  },
});
/** The log odds of a position between background, 0, and corpus, 1. */
const oddsAt = (position: number): number => -5 + 10 * position;
/** Where the threshold lies after pages of a kind at these positions, over and over. */
const positionAfter = (
  likeness: number,
  pages: number,
  { accept, positions = [0] }: { readonly accept?: string; readonly positions?: readonly number[] } = {},
): number => {
  const acceptance = createAcceptance(ANCHORS, accept);
  for (let page = 0; page < pages; page += 1)
    acceptance.note(judged(oddsAt(positions[page % positions.length] ?? 0), likeness));
  return (acceptance.thresholds()[0]! - ANCHORS.background) / (ANCHORS.corpus - ANCHORS.background);
};

describe('createAcceptance', () => {
  it('begins as on the common Web, and moves with the kind of pages', () => {
    expect(positionAfter(1, 0)).toBeCloseTo(0.498);
    expect(positionAfter(1, 14)).toBeCloseTo(0.498);
    expect(positionAfter(1, 16)).toBeCloseTo(0.75);
    expect(positionAfter(1.02, 100)).toBeCloseTo(0.792);
    expect(positionAfter(0.88, 100)).toBeCloseTo(0.498);
  });

  it('starts from where the pages lie, and not from those that are about the topic', () => {
    // Half of the way from 0.2 to 1; the rest of the pages lies far from the topic.
    expect(positionAfter(0.88, 400, { positions: [0.2] })).toBeCloseTo(0.2 + 0.498 * 0.8);
    expect(positionAfter(0.88, 400, { positions: [-0.1, 0, 0.1, 0.3] })).toBeCloseTo(0.498, 1);
    expect(positionAfter(0.88, 2000, { positions: [3] })).toBeCloseTo(0.35 + 0.498 * 0.65 - 0.2);
  });

  it('starts beyond the background only among pages of other kinds', () => {
    const positions = [-0.5, -0.5, -0.5, -0.1];
    expect(positionAfter(1, 400, { positions })).toBeCloseTo(0.75);
    expect(positionAfter(0.96, 400, { positions })).toBeCloseTo(-0.1 + 0.666 * 1.1);
    expect(positionAfter(0.88, 400, { positions })).toBeCloseTo(-0.3 + 0.498 * 1.3);
    expect(positionAfter(0.88, 400, { positions: [-0.15] })).toBeCloseTo(-0.15 + 0.498 * 1.15);
  });

  it('does not move before there are as many pages as it assumes', () => {
    expect(positionAfter(0.88, 14, { positions: [0.9] })).toBe(positionAfter(0.88, 0));
    expect(positionAfter(0.88, 15, { positions: [0.9] })).not.toBe(positionAfter(0.88, 0));
  });

  it('lies lower where many pages are near the topic', () => {
    const few = positionAfter(0.88, 1000, { positions: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.9] });
    const many = positionAfter(0.88, 1000, { positions: [0, 0, 0, 0.9] });
    expect(few).toBeCloseTo(0.498 - 0.5 * 0.05, 2);
    expect(many).toBeCloseTo(0.498 - 0.5 * 0.2, 2);
  });

  it('stays between bounds, whatever pages come', () => {
    expect(positionAfter(0.01, 100)).toBeCloseTo(0.4);
    expect(positionAfter(0.01, 400, { positions: [-3, -3, -3, 3] })).toBeCloseTo(0.3);
    expect(positionAfter(7, 100)).toBeCloseTo(0.9);
  });

  it('stands where scores do not tell the topic from the background', () => {
    const acceptance = createAcceptance({ background: 1, corpus: 1, hasSpace: false });
    for (let page = 0; page < 100; page += 1) acceptance.note(judged(3, 0.88));
    expect(acceptance.thresholds()).toEqual([1]);
  });

  it('accepts as much as a person says while pages come', () => {
    const acceptance = createAcceptance(ANCHORS);
    acceptance.steer({ accept: '0.8' });
    expect(acceptance.thresholds()[0]).toBeCloseTo(3);
    expect(acceptance.decide(judged(2.9, 1)).accepted).toBe(false);
    acceptance.steer({ accept: 'broad' });
    expect(acceptance.thresholds()[0]).toBeCloseTo(-5 + 10 * (0.498 - 0.12));
  });

  it('moves with the pages unless labels or a number fix it', () => {
    const acceptance = createAcceptance(ANCHORS, 'precise');
    expect(acceptance.moves()).toBe(true);
    acceptance.steer({ accept: '0.8' });
    expect(acceptance.moves()).toBe(false);
    expect(createAcceptance({ ...ANCHORS, labelled: { threshold: 0, count: 9 } }).moves()).toBe(false);
  });

  it('is the same whatever the order of as many pages as it remembers', () => {
    const likenesses = Array.from({ length: REMEMBERED }, (_, page) => 0.8 + (page % 300) / 1000);
    const [forwards, backwards] = [likenesses, likenesses.toReversed()].map((order) => {
      const acceptance = createAcceptance(ANCHORS);
      for (const likeness of order) acceptance.note(judged(0, likeness));
      return acceptance.thresholds();
    });
    expect(forwards).toEqual(backwards);
  });

  it('begins where labels say, once there are enough of either kind, and forgets labels that are taken back', () => {
    const acceptance = createAcceptance(ANCHORS);
    const before = acceptance.thresholds()[0]!;
    const labels = [-1.2, -0.4, -0.35, -0.3, -0.25, 1, 1.5, 2].map((odds) => ({
      score: judged(odds, 1).score,
      relevant: odds > -0.7,
    }));
    acceptance.steer({ labels: labels.slice(1) });
    expect(acceptance.thresholds()[0]).toBe(before);
    const negative = { score: judged(-1.5, 1).score, relevant: false };
    acceptance.steer({ labels: [...labels, negative] });
    const moved = acceptance.thresholds()[0]!;
    expect(moved).toBeLessThan(before);
    expect(moved).toBeGreaterThan(-1.5);
    expect(acceptance.decide(judged(moved + 0.1, 1)).reason.summary).toContain('the threshold from 9 labels');
    acceptance.steer({ labels: [] });
    expect(acceptance.thresholds()[0]).toBe(before);
  });

  it('is as without labels, and moves on, where labels do not refute it', () => {
    const acceptance = createAcceptance(ANCHORS);
    const before = acceptance.thresholds()[0]!;
    // One is odd.
    const labels = [-2, -1.5, -1, -0.4, 0.4, 1, 1.5, 2, 3].map((odds) => ({
      score: judged(odds, 1).score,
      relevant: odds > -0.7,
    }));
    acceptance.steer({ labels });
    expect(acceptance.thresholds()[0]).toBe(before);
    expect(acceptance.moves()).toBe(true);
  });

  it('goes on keeping pages that further answers may bring in', () => {
    const acceptance = createAcceptance(ANCHORS);
    const page = judged(0, 1);
    expect(acceptance.mayAccept(page)).toBe(true);
    const labels = [0.05, 0.1, 0.15, 0.2, 1, 1.2, 1.4, 1.6].map((odds, place) => ({
      score: judged(odds, 1).score,
      relevant: place > 3,
    }));
    acceptance.steer({ labels });
    expect(acceptance.decide(page).accepted).toBe(false);
    expect(acceptance.mayAccept(page)).toBe(true);
  });

  it.each(['precise', 'balanced', 'broad', '0.7'])('never falls below its lowest (%s)', (accept) => {
    const lowest =
      (lowestThreshold(ANCHORS, accept) - ANCHORS.background) / (ANCHORS.corpus - ANCHORS.background);
    const positions = [-3, -3, -3, 3];
    expect(lowest).toBeCloseTo(positionAfter(0.01, 400, { accept, positions }));
    for (const likeness of [0.5, 0.9, 1.1])
      expect(lowest).toBeLessThanOrEqual(positionAfter(likeness, 50, { accept }));
  });

  it('is shifted or fixed by what a person wants', () => {
    expect(positionAfter(1, 100, { accept: 'precise' })).toBeCloseTo(0.87);
    expect(positionAfter(1, 100, { accept: 'broad' })).toBeCloseTo(0.63);
    expect(positionAfter(1, 100, { accept: '0.3' })).toBeCloseTo(0.3);
  });

  it('is moved by few pages of another kind as little as a median is', () => {
    const acceptance = createAcceptance(ANCHORS);
    for (let page = 0; page < 60; page += 1) acceptance.note(judged(oddsAt(0), 1));
    const before = acceptance.thresholds()[0]!;
    for (let page = 0; page < 20; page += 1) acceptance.note(judged(oddsAt(0), 0.1));
    expect(acceptance.thresholds()[0]!).toBe(before);
  });

  it('lies higher where the ensemble has a space of words', () => {
    const plain = createAcceptance(ANCHORS).thresholds()[0]!;
    expect(createAcceptance({ ...ANCHORS, hasSpace: true }).thresholds()[0]! - plain).toBeCloseTo(0.8);
  });

  it('decides by the threshold, says where it lies, and leaves other judgements alone', () => {
    const acceptance = createAcceptance(ANCHORS, '0.5');
    expect(acceptance.decide(judged(0.1, 1))).toMatchObject({
      accepted: true,
      reason: { band: { low: 0.5, high: null }, summary: expect.stringContaining('reaches 0.500') },
    });
    expect(acceptance.decide(judged(-0.1, 1)).accepted).toBe(false);
    const other = judged(4);
    acceptance.note(other);
    expect(acceptance.decide(other)).toBe(other);
  });

  it('knows which pages it may come to accept, wherever the threshold moves', () => {
    const acceptance = createAcceptance(ANCHORS);
    const low = createAcceptance(ANCHORS);
    for (let page = 0; page < 400; page += 1) low.note(judged(oddsAt(page % 4 === 0 ? 3 : -3), 0.01));
    for (const score of [-2.1, -1.9, 3])
      expect(acceptance.mayAccept(judged(score, 1))).toBe(low.decide(judged(score, 1)).accepted);
    expect(acceptance.mayAccept(judged(9))).toBe(false);
    expect(createAcceptance(ANCHORS, '0.5').mayAccept(judged(-0.1, 1))).toBe(false);
  });
});
