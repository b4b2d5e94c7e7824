import { expect, it } from '@jest/globals';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import type { PageReader } from '../../../src/model/page.js';
import type { AnnotatedPage } from '../../../src/model/topic.js';
import { tinyClassifier, tinyCrawl, tinyReader } from '../../support/tiny-web.js';

const A = 'http://a.example';
const context = 'For rust on ships see the hull of one.';

/** Says where one of the links stands, and what the other shows. */
const reader: PageReader = {
  read: (...bytes) => {
    const page = tinyReader.read(...bytes);
    const links = page.links.map((link) =>
      link.url.endsWith('/hull')
        ? { ...link, places: [{ anchorText: 'the hull', context, block: 0 }] }
        : { ...link, anchorText: link.url.endsWith('/icon') ? 'picture' : '' },
    );
    return { ...page, links };
  },
};

it('hands on to the classifier what the link says by which it came to a page', async () => {
  const judged = new Map<string, AnnotatedPage['linkedFrom']>();
  const { parts } = tinyCrawl(
    {
      [`${A}/`]: { links: ['/hull', '/icon', '/bare'] },
      [`${A}/hull`]: {},
      [`${A}/icon`]: {},
      [`${A}/bare`]: {},
    },
    {
      judge: judgeHere({
        reader,
        classifier: {
          name: 'tiny',
          judge: (page) => {
            judged.set(page.page.url.slice(A.length), page.linkedFrom);
            return tinyClassifier.judge(page);
          },
        },
      }),
    },
  );
  await crawl(parts, unlimitedPlan({ seeds: [`${A}/`], maxPages: 9, maxDepth: 1, follow: 'all' }));
  expect([...judged]).toEqual([
    ['/', undefined],
    ['/hull', [context]],
    ['/icon', ['picture']],
    ['/bare', undefined],
  ]);
});
