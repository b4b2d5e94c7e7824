import { describe, expect, it } from '@jest/globals';
import { withVerdicts, type ClassifiedPage } from '../../../src/app/classify/with-verdicts.js';
import { createAcceptance } from '../../../src/judging/relevance/acceptance.js';
import { judgedAt, MEMBER_TOPIC } from '../../support/judged-members.js';

function pageOf(id: string, position: number): ClassifiedPage {
  return { id, title: id, judgement: judgedAt(position) };
}

/** Positions of pages between background, 0, and corpus, 1; one in eight is about the topic. */
const POSITIONS = [-0.05, 0, 0.02, 0.05, 0.1, 0, 0.1, 1];
const PAGES = Array.from({ length: 40 }, (_, place) => pageOf(`${place}`, POSITIONS[place % 8] ?? 0));

/** Judged pages one by one, with what became of their reader. */
function judged(pages: readonly ClassifiedPage[], ending: () => Promise<void> = async () => undefined) {
  const course = { taken: 0, closed: false };
  const read = (async function* (): AsyncGenerator<ClassifiedPage, void> {
    try {
      for (const page of pages) {
        course.taken += 1;
        yield page;
      }
      await ending();
    } finally {
      course.closed = true;
    }
  })();
  return { read, course };
}

async function collected(pages: AsyncIterable<ClassifiedPage>, into: ClassifiedPage[] = []) {
  for await (const page of pages) into.push(page);
  return into;
}

const verdicts = (pages: readonly ClassifiedPage[]): string[] =>
  pages.map((page) => `${page.id} ${'error' in page ? page.error : page.judgement.accepted}`);

describe('withVerdicts', () => {
  it('judges all pages among all, whatever their order', async () => {
    const forwards = await collected(withVerdicts(judged(PAGES).read, createAcceptance(MEMBER_TOPIC)));
    const backwards = await collected(
      withVerdicts(judged(PAGES.toReversed()).read, createAcceptance(MEMBER_TOPIC)),
    );
    expect(verdicts(forwards)).toEqual(PAGES.map(({ id }, place) => `${id} ${place % 8 === 7}`));
    expect(backwards.toReversed()).toEqual(forwards);
    for (const page of forwards)
      expect('judgement' in page && page.judgement.reason.summary).toMatch(/, among 40 pages$/);
  });

  it.each([
    ['no threshold moves', undefined],
    ['a number fixes it', createAcceptance(MEMBER_TOPIC, '0.5')],
  ])('holds nothing back where %s', async (_, acceptance) => {
    const { read, course } = judged(PAGES);
    const pages = withVerdicts(read, acceptance);
    await pages.next();
    expect(course).toEqual({ taken: 1, closed: false });
    await pages.return();
    expect(course.closed).toBe(true);
  });

  it('gives verdicts on the pages that were judged before an interruption, and before a failure', async () => {
    const stop = new AbortController();
    const hanging = judged(PAGES, async () => {
      setTimeout(() => stop.abort(new Error('interrupted')), 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error('too late');
    });
    const failing = judged(PAGES, () => Promise.reject(new Error('no answer')));
    for (const [{ read, course }, message] of [
      [failing, 'no answer'],
      [hanging, 'interrupted'],
    ] as const) {
      const seen: ClassifiedPage[] = [];
      const all = collected(
        withVerdicts(read, createAcceptance(MEMBER_TOPIC), { signal: stop.signal }),
        seen,
      );
      await expect(all).rejects.toThrow(message);
      expect(verdicts(seen)).toEqual(PAGES.map(({ id }, place) => `${id} ${place % 8 === 7}`));
      expect(course.closed).toBe(true);
    }
  });
});
