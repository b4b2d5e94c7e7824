import { describe, expect, it } from '@jest/globals';
import { Buffer } from 'node:buffer';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { NOTHING_TO_JUDGE } from '../../../../src/model/topic.js';
import { keepAnswers } from '../../../../src/crawling/ratings/ratings-folder.js';
import { crawlEvent, eventLines } from '../../../support/crawl-events.js';
import { placesIn, temporaryFolder } from '../../../support/temporary-folder.js';
import { alikeIn, pageQuestions } from '../../../../src/extensions/lab/ratings/page-questions.js';

/** Events of pages with scores, judged from a threshold on. */
function events(
  scores: readonly number[],
  low: number | null,
  { classifier = 'regression', direction = undefined as string | undefined, from = 0 } = {},
): CrawlEvent[] {
  return scores.map(
    (score, place) =>
      ({
        sequence: from + place,
        url: urlOf(from + place),
        judgement: {
          classifier,
          score,
          accepted: score >= (low ?? 0),
          reason: { band: { low, high: null }, direction },
        },
      }) as CrawlEvent,
  );
}
const fresh = placesIn(temporaryFolder());
const urlOf = (place: number): string => `http://a.example/${place}`;
const pointing = (...values: readonly number[]): string =>
  Buffer.from(Int8Array.from(values).buffer).toString('base64');
const scoresOf = (questions: ReturnType<typeof pageQuestions>) =>
  questions.map(({ page }) => page.judgement?.score);
const urlsOf = (pages: readonly CrawlEvent[]) => pages.map(({ url }) => url);

describe('pageQuestions', () => {
  it('asks about the nearest pages, above and below the threshold by turns', () => {
    const scores = Array.from({ length: 101 }, (_, index) => index - 50);
    expect(scoresOf(pageQuestions(events(scores, 0), 10)).slice(0, 8)).toEqual([0, -1, 1, -2, 2, -3, 3, -4]);
  });

  it('draws a fifth from all lower scores, spread over their ranks, by the seed', () => {
    const scores = Array.from({ length: 1001 }, (_, index) => index - 500);
    const drawn = (seed: number) =>
      pageQuestions(events(scores, 0), 20, undefined, seed)
        .slice(16)
        .map(({ page, changes }) => {
          expect(changes).toBeUndefined();
          return page.judgement!.score;
        });
    const firsts = drawn(1);
    expect(firsts).toHaveLength(4);
    for (const [part, score] of firsts.entries()) {
      expect(-score).toBeGreaterThan(120 * part);
      expect(-score).toBeLessThan(125 * (part + 1) + 25);
    }
    expect(drawn(1)).toEqual(firsts);
    expect(drawn(2)).not.toEqual(firsts);
  });

  it('asks where the other answer is likely while all answers are of one kind', () => {
    const all = events([4, 3, -3, -4], 0);
    const after = (...answers: readonly boolean[]) =>
      scoresOf(
        pageQuestions(all, 1, new Map(answers.map((said, place) => [`http://b.example/${place}`, said]))),
      );
    expect(after(true)).toEqual([-3]);
    expect(after(false)).toEqual([3]);
    expect(after(true, false)).toEqual([3]);
  });

  it('compares probabilities by their log odds', () => {
    // From 0.1, 0.3 is farther than 0.04: odds of 3.9 and of 2.7 times as much.
    const pages = pageQuestions(events([0.3, 0.04, 0.001], 0.1, { classifier: 'ensemble' }), 2);
    expect(scoresOf(pages)).toEqual([0.3, 0.04]);
  });

  it('leaves out pages that hold nothing to judge by, and goes by the last threshold', () => {
    const moved = [...events([3, NOTHING_TO_JUDGE], 0), ...events([1, 2.5], 2, { from: 2 })];
    expect(scoresOf(pageQuestions(moved, 2))).toEqual([2.5, 1]);
    expect(pageQuestions(events([1, 2], null), 2)).toEqual([]);
  });

  describe('pages that are alike', () => {
    it('are found in the folder of a crawl, without those that are answered', async () => {
      const out = fresh();
      const all = [...mammals, ...single, ...far];
      await mkdir(out, { recursive: true });
      const full = all.map(({ url, sequence, judgement }) => {
        const made = crawlEvent({ url, sequence: sequence + 1, score: 0.1 });
        const reason = { ...made.judgement!.reason, ...judgement!.reason };
        return { ...made, judgement: { ...made.judgement!, ...judgement!, reason } };
      });
      await writeFile(path.join(out, 'events.jsonl'), eventLines(full));
      expect(await alikeIn(out, urlOf(4))).toEqual([urlOf(2), urlOf(1), urlOf(0)]);
      await keepAnswers(out, [{ by: 'ada', url: urlOf(1), answer: 'yes' }]);
      expect(await alikeIn(out, urlOf(4))).toEqual([urlOf(2), urlOf(0)]);
      expect(await alikeIn(out, 'http://unknown.example/')).toEqual([]);
    });

    const [east, north] = [pointing(100, 10), pointing(0, 100)];
    const mammals = events([-0.9, -0.8, -0.7], 0, { direction: east });
    const single = events([-0.1], 0, { direction: north, from: 3 });
    const far = events([-9], 0, { direction: east, from: 4 });

    it('are asked about together, a large group before a page that is nearer to the threshold', () => {
      const [first, second] = pageQuestions([...mammals, ...single, ...far], 2);
      expect(first?.page.url).toBe(urlOf(2));
      expect(urlsOf(first?.alike ?? []).toSorted()).toEqual([urlOf(0), urlOf(1)]);
      expect(first?.changes).toBeGreaterThan(second?.changes ?? 1);
      expect([second?.page.url, second?.alike]).toEqual([urlOf(3), []]);
    });

    it('are not in a group with pages that are answered, or whose likest answered pages differ', () => {
      const [yes, no] = [pointing(100, 60), pointing(100, -60)];
      const answered = [
        ...events([1], 0, { direction: yes, from: 10 }),
        ...events([-1], 0, { direction: no, from: 11 }),
      ];
      const pages = [
        ...events([-0.5, -0.6], 0, { direction: pointing(100, 30), from: 0 }),
        ...events([-0.7], 0, { direction: pointing(100, -30), from: 2 }),
      ];
      const groups = (answers: ReadonlyMap<string, boolean>) =>
        pageQuestions([...pages, ...answered], 1, answers).map(({ page, alike }) => urlsOf([page, ...alike]));
      expect(
        groups(
          new Map([
            [urlOf(10), true],
            [urlOf(11), false],
          ]),
        ),
      ).toEqual([[urlOf(0), urlOf(1)]]);
      expect(
        groups(
          new Map([
            [urlOf(10), false],
            [urlOf(11), false],
          ]),
        )[0],
      ).toHaveLength(3);
    });
  });
});
