import { describe, expect, it } from '@jest/globals';
import { learnContrast } from '../../../src/judging/relevance/page-survey.js';
import { directionText, readDirection } from '../../../src/judging/relevance/evidence.js';
import type { TextInSpace } from '../../../src/judging/topic/word-space.js';

/** A direction at an angle in the plane of two of its dimensions, slightly off it by its number. */
function pointing(angle: number, number: number): Float32Array {
  const off = 0.05 * Math.sin(12.9898 * number);
  const direction = Float32Array.from([Math.cos(angle), Math.sin(angle), off, 0.1]);
  const length = Math.hypot(...direction);
  return direction.map((value) => value / length);
}
const texts = Array.from({ length: 20 }, (_, number) => pointing(0.1 * Math.sin(number), number));
/** Siblings lie near the topic, others far from it. */
const siblings = Array.from({ length: 15 }, (_, number) => pointing(0.6 + 0.1 * Math.sin(number), number));
const others = Array.from({ length: 15 }, (_, number) => pointing(2.5 + 0.2 * Math.sin(number), number));
const named = (directions: readonly Float32Array[], of: string) =>
  directions.map((direction, place) => [`${of}${place}`, direction] as const);
const own = named(texts, 'text');

describe('learnContrast', () => {
  it('tells texts about the topic from its siblings, once these are among the other pages', () => {
    const contrast = learnContrast(own, named([...siblings, ...others], 'page'))!;
    const { corpus, background } = contrast.statistics;
    expect(corpus!.median).toBeGreaterThan(background.median + 4 * corpus!.deviation);
    const half = (corpus!.median + background.median) / 2;
    for (const text of texts) expect(contrast.score(text)).toBeGreaterThan(half);
    for (const sibling of siblings) expect(contrast.score(sibling)).toBeLessThan(half);
  });

  it('scores a page that it was learned from as if it had not been', () => {
    // A page about the topic among the others is not learned by heart.
    const stray = pointing(0, 99);
    const contrast = learnContrast(own, named([...siblings, ...others, stray], 'page'))!;
    const without = learnContrast(own, named([...siblings, ...others], 'page'))!;
    const leftOut = contrast.leftOut.get('page30')!;
    expect(leftOut).toBeGreaterThan(contrast.score(stray));
    expect(Math.abs(leftOut - without.score(stray))).toBeLessThan(0.1);
    // Nor is a text about the topic.
    expect(contrast.leftOut.get('text0')).toBeLessThan(contrast.score(texts[0]!));
  });
});

describe('a direction', () => {
  const view = (places: readonly number[], values: readonly number[]): TextInSpace => ({
    vector: { places, values },
    shares: () => [],
  });

  it('is read as it was written, but for rounding', () => {
    const text = directionText(3, [view([0, 1], [0.6, 0.8]), view([0, 2], [0.6, -0.8])])!;
    const length = Math.hypot(1.2, 0.8, 0.8);
    const read = readDirection(text);
    expect(read).toHaveLength(3);
    for (const [place, value] of [1.2, 0.8, -0.8].entries())
      expect(read[place]).toBeCloseTo(value / length, 2);
  });
});
