import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { OpenControlRoom } from '../../src/extensions/server/control-room/serve-control-room.js';
import { readActions } from '../../src/crawling/steering/command-folder.js';
import { readStanding } from '../../src/crawling/store/crawl-store.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { collected } from '../support/collected.js';
import { eventually } from '../support/eventually.js';
import { startWatchedWeb, type WatchedWeb } from '../support/killed-crawl.js';
import { start } from '../cli/run.js';
import { openRoom, startBrowser, watchedPage, whyNoBrowser, type WatchedPage } from './browser.js';
import { describeUnless } from './data.js';
import { ended } from './local-process.js';

const NAME = 'ada';

describeUnless(whyNoBrowser(), 'the control room of a crawl that runs, in Chromium', () => {
  const { root, kb } = diabetesTopic();
  const out = path.join(root, 'out');
  let web: WatchedWeb;
  let child: ChildProcess;
  let room: OpenControlRoom;
  let browser: Browser;
  let page: Page;
  let wrong: WatchedPage['wrong'];

  beforeAll(async () => {
    mkdirSync(root, { recursive: true });
    web = await startWatchedWeb('diabetes');
    const place = ['--kb', kb, '--topic', 'diabetes', '--seeds', web.seed];
    const connect = ['--set', `connectTo=${web.connect}`];
    const pace = ['--delay', '2', '--concurrency', '4', '--set', 'follow=all', '--max-pages', '400'];
    child = start(['crawl', ...place, ...connect, ...pace, '--strategy', 'learning', '--out', out]);
    await eventually(() => accepted(out) > 0, 'the crawl begins');
    room = await openRoom(out);
    browser = await startBrowser();
    ({ page, wrong } = await watchedPage(browser, room.address, { width: 1200, height: 800 }));
    await page.goto(room.link);
    await page.fill('#name', NAME);
    await page.locator('h1').click();
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await room.close();
    await ended(child);
    await web.close();
  });

  async function open(view: string, ready: string): Promise<Locator> {
    await page.evaluate((hash) => (location.hash = hash), view);
    const found = page.locator(ready).first();
    await found.waitFor();
    return found;
  }

  /** The notice that an action has, once it has one. */
  async function told(pattern: RegExp): Promise<void> {
    await page.locator('#notice', { hasText: pattern }).waitFor();
  }

  /** Pauses the crawl, or lets it go on, once the page knows how it stands. */
  async function pause(label: 'Pause' | 'Continue', effect: RegExp): Promise<void> {
    await page.locator('#pause', { hasText: label }).click();
    await told(effect);
  }

  it('takes the token out of the address, and finds it after a reload', async () => {
    expect(page.url()).not.toContain('token');
    await page.reload();
    await page.locator('#standing', { hasText: /diabetes: (?:requesting|judging|waiting)/ }).waitFor();
    expect(await page.inputValue('#name')).toBe(NAME);
  });

  it('shows the crawl as it grows', async () => {
    const requested = async (): Promise<number> =>
      Number(/([\d,]+) pages requested/.exec((await page.textContent('#standing')) ?? '')?.[1]);
    const before = await requested();
    await eventually(async () => (await requested()) > before + 3, 'more pages are requested');
    await page.locator('svg.curves .line').waitFor();
    await page.locator('svg[aria-label*="scores of judged pages; accepted from"]').waitFor();
  });

  it('pauses the crawl, and lets it go on', async () => {
    await pause('Pause', /^paused/);
    await page.locator('#standing', { hasText: 'paused' }).waitFor();
    const asked = web.asked.length;
    await page.waitForTimeout(1500);
    // Requests under way are finished.
    expect(web.asked.length - asked).toBeLessThan(5);
    await pause('Continue', /^resumed/);
    await eventually(() => web.asked.length > asked + 5, 'the crawl goes on');
  });

  it('blocks a host', async () => {
    const rows = await open('hosts', '[aria-label="hosts"] tbody tr');
    await rows.waitFor();
    await page.fill('#search', 'glucosecare');
    await page.getByRole('button', { name: 'Block glucosecare.example' }).click();
    await told(/glucosecare\.example is not requested any more/);
    const asked = web.asked.length;
    await eventually(() => web.asked.length > asked + 10, 'other hosts are asked');
    const after = web.asked.slice(asked + 4).filter((url) => url.includes('glucosecare'));
    expect(after).toEqual([]);
    const row = page.locator('[aria-label="hosts"] tbody tr', { hasText: 'glucosecare.example' }).first();
    await row.locator('td', { hasText: `blocked by ${NAME}` }).waitFor();
    expect(await row.getByRole('button', { name: /^Block / }).count()).toBe(0);
    await page.getByRole('button', { name: 'Unblock glucosecare.example' }).click();
    await told(/requested again/);
    await page.getByRole('button', { name: 'Block glucosecare.example' }).waitFor();
  });

  it('is used by keyboard alone', async () => {
    await open('collection', '#words');
    await page.locator('h1').click();
    // A search, from the key that goes to its words to the page of a hit with its reasons.
    await page.keyboard.press('/');
    await page.locator('#words:focus').waitFor();
    await page.keyboard.type('diabetes');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/collection\?q=diabetes$/);
    await page
      .locator('ol.hits mark', { hasText: /diabetes/i })
      .first()
      .waitFor();
    await page.locator('ol.hits h3 a').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('h2', { hasText: 'How the crawl came here' }).waitFor();
  });

  it('asks about pages, and learns from ten answers', async () => {
    await pause('Pause', /^paused/);
    const queue = async (): Promise<readonly string[]> => {
      await open('steer', '[aria-label="queue"] tbody tr');
      return page.locator('[aria-label="queue"] tbody tr a').allTextContents();
    };
    // Requests under way are finished.
    await page.waitForTimeout(1000);
    const queueBefore = await queue();
    const asked = web.asked.length;
    await open('teach', '[data-answer="yes"]');
    const verdicts = await verdictsOf(out);
    const urls: string[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const link = page.locator('.card .address a');
      const url = (await link.textContent()) ?? '';
      // People disagree with the classifier here, so that its threshold has to move.
      await page.keyboard.press(verdicts.get(url) === true ? 'n' : 'y');
      await page.locator('.progress p', { hasText: `${turn + 1} answered` }).waitFor();
      urls.push(url);
    }
    expect(new Set(urls).size).toBe(10);
    const { size } = verdicts;
    await eventually(async () => {
      const now = await verdictsOf(out);
      return now.size >= size && urls.every((url) => now.get(url) !== verdicts.get(url));
    }, 'the verdicts are those of the person');
    // Nothing was requested meanwhile, so that the answers alone changed the order.
    expect(web.asked.length).toBe(asked);
    const queueAfter = await queue();
    expect(queueAfter).not.toEqual(queueBefore);
    expect(queueAfter.filter((url) => queueBefore.includes(url)).length).toBeGreaterThan(0);
    await pause('Continue', /^resumed/);
    const rated = async () => (await readActions(out)).filter(({ action }) => action.kind === 'rate');
    await eventually(async () => (await rated()).length >= 10, 'all answers are kept');
    const ratings = await rated();
    expect(ratings.map(({ by, refused }) => [by, refused])).toEqual(Array(10).fill([NAME, undefined]));
  });

  it('ignores a word that says nothing, and counts it again', async () => {
    const { url } = await markedPage(out);
    await open(`page=${encodeURIComponent(url)}`, '[aria-label="evidence"] tbody tr');
    const row = page.locator('[aria-label="evidence"] tbody tr').first();
    const term = (await row.locator('td').first().textContent()) ?? '';
    await row.getByRole('button', { name: `${term} says nothing` }).click();
    await told(/takes no part in scores/);
    await eventually(async () => (await ignoredIn(out, url)).includes(term), 'the page is judged without it');
    await page.locator('[aria-label="evidence"] s', { hasText: term }).waitFor();
    await open('steer', '[aria-label="ignored words"]');
    await page.getByRole('button', { name: `Count again ${term}` }).click();
    await told(/counts again/);
    await eventually(async () => (await ignoredIn(out, url)).length === 0, 'the page is judged with it');
  });

  it('shows the queue with reasons, and puts a URL first', async () => {
    await pause('Pause', /^paused/);
    await open('steer', '[aria-label="queue"] tbody tr');
    const last = page.locator('[aria-label="queue"] tbody tr').last();
    const url = (await last.locator('a').textContent()) ?? '';
    await last.getByRole('button', { name: 'First' }).click();
    await told(/is requested before all others/);
    const pinned = page.locator('[aria-label="queue"] tbody tr', { hasText: `pinned by ${NAME}` });
    await pinned.filter({ hasText: url }).waitFor();
    // Only seeds, and what is drawn at random for the estimate, come before it.
    expect(await pinned.evaluate((row) => (row as HTMLTableRowElement).sectionRowIndex)).toBeLessThan(3);
    // The keyboard stays with the URL.
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe(`First ${url}`);
    await pause('Continue', /^resumed/);
  });

  it('stops the crawl, which keeps who did what', async () => {
    await page.click('#stop');
    await told(/^stopped/);
    await page.locator('#standing', { hasText: `stopped by ${NAME} at` }).waitFor();
    expect(await page.locator('#stop').isVisible()).toBe(false);
    expect(await page.locator('#pause').isVisible()).toBe(false);
    const kinds = (await readActions(out)).map(({ by, action }) => (by === NAME ? action.kind : by));
    expect(new Set(kinds)).toEqual(
      new Set([...['pause', 'resume', 'stop', 'block', 'unblock', 'pin', 'rate', 'ignore', 'unignore']]),
    );
  });

  it('had no errors', () => expect(wrong).toEqual([]));
});

function accepted(out: string): number {
  try {
    return readStanding(out).state?.tally.accepted ?? 0;
  } catch {
    return 0;
  }
}

/** Terms without which a page was judged last. */
async function ignoredIn(out: string, url: string): Promise<readonly string[]> {
  const events = await collected(readEvents(out));
  return events.find((event) => event.url === url)?.judgement?.reason.ignored?.terms ?? [];
}

/** A page that the classifier judged, with evidence in its text, as soon as there is one: those accepted before may all be answered. */
async function markedPage(out: string): Promise<{ readonly url: string; readonly title: string }> {
  let found: CrawlEvent | undefined;
  const isMarked = ({ judgement }: CrawlEvent): boolean =>
    judgement?.reason.overruled === undefined &&
    judgement?.reason.evidence.some(({ mentions = [] }) => mentions.length > 0) === true;
  await eventually(async () => {
    found = (await collected(readEvents(out))).find(isMarked);
    return found !== undefined;
  }, 'the classifier judges a page with evidence');
  return { url: found?.url ?? '', title: found?.title ?? '' };
}

/** Whether judged pages are accepted now. */
async function verdictsOf(out: string): Promise<ReadonlyMap<string, boolean>> {
  const judged = (await collected(readEvents(out))).flatMap(({ url, judgement }) =>
    judgement === undefined ? [] : [[url, judgement.accepted] as const],
  );
  return new Map(judged);
}
