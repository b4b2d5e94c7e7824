import { describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { planCrawl } from '../../../../src/app/crawl/setup/crawl-plan.js';
import { storedNetwork } from '../../../../src/app/crawl/setup/network.js';
import { openCrawl } from '../../../../src/app/crawl/setup/open-crawl.js';
import { breadthFirst } from '../../../../src/crawling/priority/simple-strategies.js';
import { judgeHere } from '../../../../src/extensions/lab/comparison/judge-here.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { silentLogger } from '../../../../src/support/logger.js';
import { notFound, type VirtualWeb } from '../../../../src/web/stored/virtual-web.js';
import { tinyClassifier, tinyReader } from '../../../support/tiny-web.js';

const HOSTS = ['a.example', 'b.example', 'c.example'];
const seeds = [...HOSTS.map((host) => `http://${host}/`), 'http://a.example/closed'];

const web: VirtualWeb = {
  name: 'tiny',
  hosts: new Set(HOSTS),
  pages: seeds,
  answer: async (url) => {
    const isRobots = url.endsWith('/robots.txt');
    if (!isRobots && !seeds.includes(url)) return notFound(url);
    const text = isRobots ? 'User-agent: mine\nDisallow: /closed' : JSON.stringify({ text: 'topic' });
    return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) };
  },
};

/** The events of a crawl whose judge and sink take so many milliseconds of real time. */
async function eventsOf(milliseconds: number): Promise<readonly CrawlEvent[]> {
  const events: CrawlEvent[] = [];
  const judge = judgeHere({ reader: tinyReader, classifier: tinyClassifier });
  const plan = planCrawl({ seeds, follow: 'all', userAgent: 'Mine/1.0', concurrency: 3 });
  const crawl = openCrawl(plan, {
    ...{ ...storedNetwork(web), priority: breadthFirst(), logger: silentLogger },
    judge: {
      ...judge,
      read: async (...response) => {
        await setTimeout(milliseconds);
        return judge.read(...response);
      },
    },
    sink: async (records) => {
      await setTimeout(milliseconds);
      events.push(...records.map(({ event }) => event));
    },
  });
  await crawl.run();
  return events;
}

describe('openCrawl', () => {
  it('takes no simulated time for judging and writing, and reads robots.txt as the planned crawler', async () => {
    const [fast, slow] = [await eventsOf(0), await eventsOf(15)];
    expect(slow).toEqual(fast);
    expect(fast.map(({ url, code }) => [url, code]).sort()).toEqual(
      seeds.map((url) => [url, url.endsWith('closed') ? 'robots-disallowed' : undefined]).sort(),
    );
  });
});
