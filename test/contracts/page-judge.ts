import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PageJudge } from '../../src/model/judging.js';
import type { Judgement } from '../../src/model/topic.js';

/** A judge that can be closed, and what its topics make of a page alone. */
export interface JudgeUnderTest {
  readonly judge: PageJudge & { close(): Promise<void> };
  /** The topics in their order, with the judgement of each by itself. */
  readonly alone: ReadonlyMap<string, (html: string) => Promise<Judgement>>;
}

/** Pages as HTML: about the first topic, about the last, about none of them, and one that is not in English. */
export interface PagesToJudge {
  readonly first: string;
  readonly last: string;
  readonly neither: string;
  readonly foreign: string;
}

const URL = 'http://a.example/';

/** What every judge of pages by several topics has to do. */
export function severalTopicsContract(
  name: string,
  open: () => Promise<JudgeUnderTest>,
  pages: PagesToJudge,
): void {
  describe(`${name} as a judge by several topics`, () => {
    let tested: JudgeUnderTest;
    beforeAll(async () => void (tested = await open()));
    afterAll(() => tested.judge.close());

    const judged = async (html: string): Promise<Judgement> => {
      const read = await tested.judge.read(Buffer.from(html), URL, 'text/html');
      return read.judge();
    };
    const names = (): readonly string[] => [...tested.alone.keys()];

    it.each(Object.keys(pages) as (keyof PagesToJudge)[])(
      'judges a page by each topic as if it were alone (%s)',
      async (kind) => {
        const { topics = [] } = await judged(pages[kind]);
        const alone = await Promise.all(
          [...tested.alone].map(async ([topic, judge]) => ({ ...(await judge(pages[kind])), topic })),
        );
        expect(topics).toEqual(alone);
      },
    );

    it('accepts a page that one topic accepts, for its reasons', async () => {
      for (const [html, topic] of [
        [pages.first, names()[0]],
        [pages.last, names().at(-1)],
      ] as const) {
        const judgement = await judged(html);
        expect(judgement).toMatchObject({ accepted: true, topic });
        const { topics = [], ...best } = judgement;
        expect(topics.find((one) => one.topic === topic)).toEqual(best);
        expect(topics.filter(({ accepted }) => accepted)).toHaveLength(1);
      }
    });

    it('rejects a page that no topic accepts', async () => {
      for (const html of [pages.neither, pages.foreign]) {
        const { accepted, topics = [] } = await judged(html);
        expect([accepted, ...topics.map((one) => one.accepted)]).toEqual([
          false,
          ...names().map(() => false),
        ]);
      }
      expect((await judged(pages.foreign)).reason.otherLanguage).toBe('de');
    });

    it('judges a page that is expected to be judged as others', async () => {
      for (const html of Object.values(pages) as string[]) {
        const linkedFrom = ['a link to the page'];
        const plain = await tested.judge.read(Buffer.from(html), URL, 'text/html');
        const expected = await tested.judge.read(Buffer.from(html), URL, 'text/html', { linkedFrom });
        expect(expected.page).toEqual(plain.page);
        expect(await expected.judge(linkedFrom)).toEqual(await plain.judge(linkedFrom));
      }
    });
  });
}
