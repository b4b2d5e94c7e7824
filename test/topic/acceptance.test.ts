import { describe, expect, it } from '@jest/globals';
import type { Judgement } from '../../src/model/topic.js';
import { createAcceptance, lowestThreshold } from '../../src/topic/acceptance.js';

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
/** The share of the way after so many pages of a kind. */
const shareAfter = (likeness: number, pages: number, accept?: string): number => {
  const acceptance = createAcceptance(ANCHORS, accept);
  for (let page = 0; page < pages; page += 1) acceptance.note(judged(0, likeness));
  return (acceptance.thresholds()[0]! - ANCHORS.background) / (ANCHORS.corpus - ANCHORS.background);
};

describe('createAcceptance', () => {
  it('begins as on the common Web, and moves with the kind of pages', () => {
    expect(shareAfter(1, 0)).toBeCloseTo(0.45);
    expect(shareAfter(1, 14)).toBeCloseTo(0.45);
    expect(shareAfter(1, 16)).toBeCloseTo(0.75);
    expect(shareAfter(1.02, 100)).toBeCloseTo(0.8);
    expect(shareAfter(0.88, 100)).toBeCloseTo(0.45);
  });

  it('stays between bounds, whatever pages come', () => {
    expect(shareAfter(0.01, 100)).toBeCloseTo(0.4);
    expect(shareAfter(7, 100)).toBeCloseTo(0.9);
  });

  it('accepts as much as a person says while pages come', () => {
    const acceptance = createAcceptance(ANCHORS);
    acceptance.steer({ accept: '0.8' });
    expect(acceptance.thresholds()[0]).toBeCloseTo(3);
    expect(acceptance.decide(judged(2.9, 1)).accepted).toBe(false);
    acceptance.steer({ accept: 'broad' });
    expect(acceptance.thresholds()[0]).toBeCloseTo(-5 + 10 * (0.45 - 0.12));
  });

  it('begins where labels say, once there are enough of either kind, and forgets labels that are taken back', () => {
    const acceptance = createAcceptance(ANCHORS);
    const before = acceptance.thresholds()[0]!;
    const labels = [-1, -0.5, 0, 0.4, 1, 1.5, 2, 3].map((odds) => ({
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

  it('goes on keeping pages that further answers may bring in', () => {
    const acceptance = createAcceptance(ANCHORS);
    const page = judged(0, 1);
    expect(acceptance.mayAccept(page)).toBe(true);
    const labels = [2, 2.2, 2.4, 2.6, 3.4, 3.6, 3.8, 4].map((odds, place) => ({
      score: judged(odds, 1).score,
      relevant: place > 3,
    }));
    acceptance.steer({ labels });
    expect(acceptance.decide(page).accepted).toBe(false);
    expect(acceptance.mayAccept(page)).toBe(true);
  });

  it.each(['precise', 'balanced', 'broad', '0.7'])('never falls below its lowest (%s)', (accept) => {
    const share =
      (lowestThreshold(ANCHORS, accept) - ANCHORS.background) / (ANCHORS.corpus - ANCHORS.background);
    expect(share).toBeCloseTo(shareAfter(0.01, 100, accept));
    for (const likeness of [0.5, 0.9, 1.1])
      expect(share).toBeLessThanOrEqual(shareAfter(likeness, 50, accept));
  });

  it('is shifted or fixed by what a person wants', () => {
    expect(shareAfter(1, 100, 'precise')).toBeCloseTo(0.87);
    expect(shareAfter(1, 100, 'broad')).toBeCloseTo(0.63);
    expect(shareAfter(1, 100, '0.3')).toBeCloseTo(0.3);
  });

  it('is moved by few pages of another kind as little as a median is', () => {
    const acceptance = createAcceptance(ANCHORS);
    for (let page = 0; page < 60; page += 1) acceptance.note(judged(0, 1));
    const before = acceptance.thresholds()[0]!;
    for (let page = 0; page < 20; page += 1) acceptance.note(judged(0, 0.1));
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
    for (let page = 0; page < 99; page += 1) low.note(judged(0, 0.01));
    for (const score of [-0.6, -0.4, 3])
      expect(acceptance.mayAccept(judged(score, 1))).toBe(low.decide(judged(score, 1)).accepted);
    expect(acceptance.mayAccept(judged(9))).toBe(false);
    expect(createAcceptance(ANCHORS, '0.5').mayAccept(judged(-0.1, 1))).toBe(false);
  });
});
