import { describe, expect, it } from '@jest/globals';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { NOTHING_TO_JUDGE } from '../../../../src/model/topic.js';
import { firstOfHosts, nearestPages } from '../../../../src/extensions/lab/ratings/nearest-pages.js';

/** Events of pages with scores, judged from a threshold on. */
function events(scores: readonly number[], low: number | null, classifier = 'regression'): CrawlEvent[] {
  return scores.map(
    (score, sequence) =>
      ({
        sequence,
        url: `http://a.example/${sequence}`,
        judgement: {
          classifier,
          score,
          accepted: score >= (low ?? 0),
          reason: { band: { low, high: null } },
        },
      }) as CrawlEvent,
  );
}
const scoresOf = (pages: readonly CrawlEvent[]) => pages.map(({ judgement }) => judgement?.score);

describe('nearestPages', () => {
  it('chooses as many above the threshold as below, most of them the nearest, the others spread', () => {
    const scores = Array.from({ length: 101 }, (_, index) => index - 50);
    const chosen = scoresOf(nearestPages(events(scores, 0), 10));
    expect(chosen.slice(0, 8)).toEqual([0, 1, 2, 11, -1, -2, -3, -12]);
  });

  it('draws a fifth from all lower scores, spread over their ranks, by the seed', () => {
    const scores = Array.from({ length: 1001 }, (_, index) => index - 500);
    const drawn = (seed: number) =>
      nearestPages(events(scores, 0), 20, { seed })
        .slice(16)
        .map(({ judgement }) => judgement!.score);
    const firsts = drawn(1);
    expect(firsts).toHaveLength(4);
    for (const [part, score] of firsts.entries()) {
      expect(-score).toBeGreaterThan(125 * part);
      expect(-score).toBeLessThan(125 * (part + 1) + 25);
    }
    expect(drawn(1)).toEqual(firsts);
    expect(drawn(2)).not.toEqual(firsts);
  });

  it('asks about pages of either kind where the threshold is far too high', () => {
    const relevant = (score: number): boolean => score > -90;
    const scores = Array.from({ length: 400 }, (_, index) => 20 - index);
    const answers = nearestPages(events(scores, 0), 20).map(({ judgement }) => relevant(judgement!.score));
    expect(answers.filter((answer) => !answer).length).toBeGreaterThanOrEqual(2);
    expect(answers.filter(Boolean).length).toBeGreaterThanOrEqual(2);
  });

  it('draws one in five also where pages are asked about one by one', () => {
    const scores = Array.from({ length: 1001 }, (_, index) => index - 500);
    const far = Array.from({ length: 10 }, (_, before) =>
      nearestPages(events(scores, 0), 1, { before }).some(({ judgement }) => judgement!.score < 0),
    );
    expect(far).toEqual([4, 9].reduce((all, place) => all.with(place, true), Array<boolean>(10).fill(false)));
  });

  it('draws the same pages while others are added above the threshold', () => {
    const scores = Array.from({ length: 200 }, (_, index) => -1 - index);
    const lower = (more: readonly number[]) =>
      scoresOf(nearestPages(events([...scores, ...more], 0), 5)).at(-1);
    expect(lower([5, 6, 7])).toBe(lower([5, 6, 7, 8, 9]));
  });

  it('takes more from one side where the other has too few', () => {
    expect(scoresOf(nearestPages(events([5, -1, -2, -3, -4], 0), 4))).toEqual([5, -1, -2, -4]);
    expect(scoresOf(nearestPages(events([1, 2, 3, -4], 0), 3)).toSorted()).toEqual([-4, 1, 2]);
    expect(nearestPages(events([1, 2, -3], 0), 20)).toHaveLength(3);
  });

  it('compares probabilities by their log odds', () => {
    // From 0.1, 0.3 is farther than 0.04: odds of 3.9 and of 2.7 times as much.
    const pages = nearestPages(events([0.3, 0.04, 0.001], 0.1, 'ensemble'), 2);
    expect(scoresOf(pages)).toEqual([0.3, 0.04]);
    const far = nearestPages(events([0.02, 0.001, 0.0001], 0.1, 'ensemble'), 2);
    expect(scoresOf(far)).toEqual([0.02, 0.001]);
  });

  it('leaves out pages that hold nothing to judge by, and goes by the last threshold', () => {
    const moved = [...events([3, NOTHING_TO_JUDGE], 0), ...events([1, 2.5], 2)];
    expect(scoresOf(nearestPages(moved, 2))).toEqual([2.5, 1]);
    expect(nearestPages(events([1, 2], null), 2)).toEqual([]);
  });

  it('leaves out pages that an earlier model of the crawl judged', () => {
    const now = events([1, 4], 3).map((event) => ({
      ...event,
      judgement: { ...event.judgement!, model: 2 },
    }));
    expect(scoresOf(nearestPages([...now, ...events([2.9, 3.1], 0)], 4))).toEqual([4, 1]);
  });
});

it('firstOfHosts takes three pages of each host, in their order', () => {
  const of = (host: string, count: number): CrawlEvent[] =>
    Array.from({ length: count }, (_, place) => ({ url: `http://${host}/${place}` }) as CrawlEvent);
  const urls = firstOfHosts([...of('a.example', 5), ...of('b.example', 1)]).map(({ url }) => url);
  expect(urls).toEqual([
    'http://a.example/0',
    'http://a.example/1',
    'http://a.example/2',
    'http://b.example/0',
  ]);
});
