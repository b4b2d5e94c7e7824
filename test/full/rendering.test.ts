import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { resumeCrawl, crawlTopic } from '../../src/app/crawl/crawl-topic.js';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { checkWarc, type CheckedRecord } from '../support/check-warc.js';
import { collected } from '../support/collected.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { whyNoBrowser } from './browser.js';
import { describeUnless } from './data.js';
import { startShellWeb, type LabelledPage, type PageKind, type ShellWeb } from './shell-web.js';
import { storedPages } from '../support/stored-pages.js';

const root = temporaryFolder();
const SHELLS: readonly PageKind[] = [
  ...(['hydrated', 'client', 'declared', 'island', 'frames', 'scroll'] as const),
];
const isRendered = ({ reading }: CrawlEvent): boolean => reading?.requests !== undefined;

describeUnless(whyNoBrowser(), 'rendering of a web with shells', () => {
  let web: ShellWeb;
  const settings = (): Parameters<typeof crawlTopic>[0] => ({
    ...{ seeds: [web.seed], connectTo: [web.connect], out: '', delay: 0, keepDuplicates: true },
    ...{ exclude: ['*//more.example/*'] },
  });
  const crawled = async (name: string, more: object) => {
    const out = path.join(root, name);
    const messages: string[] = [];
    const logger = {
      info: (line: string) => messages.push(line),
      warn: (line: string) => messages.push(line),
    };
    await crawlTopic({ ...settings(), out, ...more }, { logger });
    return { out, messages, events: await eventsIn(out) };
  };
  const eventsIn = async (out: string): Promise<ReadonlyMap<string, CrawlEvent>> => {
    return new Map((await collected(readEvents(out))).map((event) => [event.url, event]));
  };

  /** Shares of the words and links of pages that a crawl got. */
  async function recovered(
    pages: readonly LabelledPage[],
    out: string,
    events: ReadonlyMap<string, CrawlEvent>,
  ) {
    const stored = await storedPages(out);
    const counts = { words: 0, foundWords: 0, links: 0, foundLinks: 0 };
    for (const { url, words, links } of pages) {
      const text = stored.get(url)?.text ?? '';
      const found = new Set(events.get(url)?.links);
      counts.words += words.length;
      counts.foundWords += words.filter((word) => text.includes(word)).length;
      counts.links += links.length;
      counts.foundLinks += links.filter((link) => found.has(link)).length;
    }
    return { text: counts.foundWords / counts.words, links: counts.foundLinks / counts.links };
  }

  beforeAll(async () => void (web = await startShellWeb()));
  afterAll(() => web.close());

  describe('by default', () => {
    let result: Awaited<ReturnType<typeof crawled>>;
    let records: readonly CheckedRecord[];
    let seconds: number;

    beforeAll(async () => {
      const before = process.cpuUsage();
      result = await crawled('auto', { warc: 'all' });
      const { user, system } = process.cpuUsage(before);
      seconds = (user + system) / 1e6;
      const folder = path.join(result.out, 'warc');
      const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.warc.gz'));
      records = await checkWarc(path.join(folder, file));
    }, 240_000);

    it('recovers text and links of shells, and renders few pages', async () => {
      const { out, events } = result;
      const table: Record<string, unknown> = {};
      for (const kind of ['plain', ...SHELLS, 'forbidden', 'dead'] as const) {
        const pages = web.pages.filter((page) => page.kind === kind);
        const rendered = pages.filter(({ url }) => isRendered(events.get(url)!)).length;
        table[kind] = { pages: pages.length, rendered, ...(await recovered(pages, out, events)) };
      }
      console.table(table);
      const shells = await recovered(
        web.pages.filter(({ kind }) => SHELLS.includes(kind)),
        out,
        events,
      );
      const share = [...events.values()].filter(isRendered).length / events.size;
      console.log({ ...shells, share, pages: events.size, processorSeconds: seconds });
      expect(shells.text).toBeGreaterThanOrEqual(0.95);
      expect(shells.links).toBeGreaterThanOrEqual(0.95);
      expect(share).toBeLessThan(0.15);
      expect(events.size).toBe(web.pages.length);
    });

    it('says how each page was read, and nothing of plain pages', () => {
      const from = (kind: PageKind) =>
        new Set(
          web.pages
            .filter((page) => page.kind === kind)
            .map(({ url }) => result.events.get(url)?.reading?.from),
        );
      expect(from('plain')).toEqual(new Set([undefined]));
      expect(from('hydrated')).toEqual(new Set([undefined]));
      expect(from('declared')).toEqual(new Set([undefined]));
      for (const kind of ['client', 'island', 'frames', 'scroll'] as const)
        expect(from(kind)).toEqual(new Set(['rendered']));
      expect(result.messages.filter((line) => line.startsWith('rendering with'))).toHaveLength(1);
    });

    it('stops rendering pages for which it does not pay', () => {
      const dead = web.pages.filter(({ kind }) => kind === 'dead').map(({ url }) => result.events.get(url));
      expect(dead.filter((event) => event?.reading?.unrendered === 'unpromising').length).toBeGreaterThan(8);
    });

    it('requests nothing that robots.txt forbids, and nothing without text', () => {
      const asked = web.requests;
      expect(asked.filter((one) => one.includes(' /private/'))).toEqual([]);
      expect(asked.filter((one) => /style\.css|pixel\.gif|favicon/.test(one))).toEqual([]);
      expect(web.most()).toBe(1);
    });

    it('archives the response and the rendered page', () => {
      const conversions = records.filter(({ type }) => type === 'conversion');
      expect(conversions).toHaveLength([...result.events.values()].filter(isRendered).length);
      const made = conversions.find(({ url }) => url === 'http://client.example/page/0')!;
      const came = records.find(({ id }) => id === made.field('WARC-Refers-To'))!;
      expect(made.payload.toString()).toContain('client0q0w0');
      expect(came).toMatchObject({ type: 'response', url: made.url });
      expect(came.payload.toString()).not.toContain('client0q0w0');
      expect(records.map(({ url }) => url)).toContain('http://client.example/data/page/0');
    });
  });

  it('goes on with what it learned when it is resumed', async () => {
    const seeds = web.pages.filter(({ kind }) => kind === 'dead').map(({ url }) => url);
    const { out } = await crawled('resumed', { seeds, maxPages: 8 });
    await resumeCrawl({ out, maxPages: 100 });
    const events = [...(await eventsIn(out)).values()];
    expect(events.filter(isRendered).length).toBeLessThanOrEqual(4);
    expect(events).toHaveLength(seeds.length);
  }, 60_000);

  it('renders every page where it is told to', async () => {
    const { events } = await crawled('always', { render: 'always', maxPages: 4 });
    expect([...events.values()].map(isRendered)).toEqual([true, true, true, true]);
  }, 60_000);
});
