import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { without } from '../../src/support/without.js';
import { beesAndOtherThings } from '../support/bee-topic.js';
import { BEE_TEXTS, OTHER_TEXTS, SMALL_SEED, writeFiles, writeSmallWeb } from '../support/small-corpus.js';
import { sfwc } from './run.js';
import { withSettings } from '../support/with-settings.js';

const { root, kb } = beesAndOtherThings();
const web = join(root, 'web');
const BOTH = ['--topic', 'bees', '--topic', 'other things'];
const out = join(root, 'out');
const keepAll = withSettings({ keepDuplicates: true });

beforeAll(async () => {
  await writeSmallWeb(web);
  await crawl(out);
});

async function crawl(folder: string, ...more: readonly string[]) {
  const place = ['--kb', kb, '--seeds', SMALL_SEED, '--out', folder, '--web', web];
  // The default strategy reads general English for a topic without a background, which takes a second.
  const strategy = more.includes('--strategy') ? [] : ['--strategy', 'breadth-first'];
  const small = ['--concurrency', '1', ...keepAll, '--set', 'follow=all', '--delay', '0', ...strategy];
  const topics = more.includes('--topic') ? [] : BOTH;
  const finished = await sfwc(['crawl', ...topics, ...place, ...small, ...more]);
  expect(finished.code).toBe(0);
  return finished;
}

async function eventsIn(folder: string): Promise<readonly CrawlEvent[]> {
  const lines = (await readFile(join(folder, 'events.jsonl'), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as CrawlEvent);
}

describe('a crawl for several topics', () => {
  it('says of each judged page what each topic makes of it, and takes the best', async () => {
    const judgements = (await eventsIn(out)).flatMap(({ url, judgement }) =>
      judgement === undefined ? [] : [[url, judgement] as const],
    );
    expect(judgements.length).toBeGreaterThan(4);
    for (const [url, { topic, topics = [], ...best }] of judgements) {
      expect(topics.map((one) => one.topic)).toEqual(['bees', 'other things']);
      expect(topics.find((one) => one.topic === topic)).toEqual({ ...best, topic });
      expect(best.accepted).toBe(true);
      expect(topic).toBe(/markets|behind/.test(url) ? 'other things' : 'bees');
    }
  });

  it('judges by each topic as a crawl for it alone does', async () => {
    const verdicts = (events: readonly CrawlEvent[], topic?: string) =>
      new Map(
        events.map(({ url, judgement }) => {
          const one =
            topic === undefined ? judgement : judgement?.topics?.find((each) => each.topic === topic);
          return [url, one && without(one, 'topic')];
        }),
      );
    const both = await eventsIn(out);
    for (const topic of ['bees', 'other things']) {
      const alone = join(root, `alone ${topic}`);
      await crawl(alone, '--topic', topic);
      const events = await eventsIn(alone);
      const ofBoth = verdicts(both, topic);
      // Of a page and a redirect to it, the one that is requested first is judged.
      const judged = [...verdicts(events)].filter(([url, one]) => one && ofBoth.get(url));
      expect(judged.length).toBeGreaterThan(4);
      for (const [url, one] of judged) expect([url, ofBoth.get(url)]).toEqual([url, one]);
      expect(events.every(({ judgement }) => judgement?.topics === undefined)).toBe(true);
    }
  });
});

describe('sfwc classify by several topics', () => {
  const judge = (...args: readonly string[]) => sfwc(['classify', ...args, '--kb', kb, ...BOTH]);
  let pages: string;
  beforeAll(async () => {
    const text = (texts: Readonly<Record<string, string>>) => Object.values(texts).join('\n\n');
    pages = await writeFiles(join(root, 'pages'), {
      'bees.txt': text(BEE_TEXTS),
      'other.txt': text(OTHER_TEXTS),
    });
  });

  it('writes a judgement by each topic', async () => {
    const { stdout, stderr } = await judge(pages, '--json');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { topics: object[] });
    expect(lines).toEqual([
      expect.objectContaining({ accepted: true, topic: 'bees' }),
      expect.objectContaining({ accepted: true, topic: 'other things' }),
    ]);
    for (const { topics } of lines)
      expect(topics).toEqual(
        ['bees', 'other things'].map((topic) =>
          expect.objectContaining({ topic, accepted: expect.any(Boolean), score: expect.any(Number) }),
        ),
      );
    expect(stderr).toContain('2 pages: 2 accepted');
  });
});
