import { expect, it } from '@jest/globals';
import { createRenderChoice, type RenderChoice } from '../../../src/extensions/rendering/render-choice.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import type { Page, PageShell } from '../../../src/model/page.js';
import type { PageReading } from '../../../src/model/page-reading.js';
import { emptyPage } from '../../../src/support/text/empty-page.js';

const SHELL: PageShell = { signs: ['mount-point'], lacks: 'text' };
const url = (number: number, host = 'a.example') => `https://${host}/page/${number}`;
const page = (address: string, shell?: PageShell): Page => ({
  ...emptyPage(address),
  ...(shell && { shell }),
});
const event = (address: string, reading?: Partial<PageReading>): CrawlEvent =>
  ({
    ...{ url: address, state: 'done', fetched: true },
    ...(reading && { reading: { from: 'rendered', signs: SHELL.signs, ...reading } }),
  }) as CrawlEvent;

async function visit(choice: RenderChoice, address: string, paid: boolean): Promise<string> {
  const decision = await choice.decide(address, page(address, SHELL));
  const seen = decision === 'render' ? { paid, requests: 1 } : { unrendered: decision as 'share' };
  choice.note(event(address, seen));
  choice.ended(address);
  return decision;
}

it('chooses shells that lack something', async () => {
  const choice = createRenderChoice({ every: false, share: 1 });
  expect(await choice.decide('a', page(url(1)))).toBe('as-it-is');
  expect(await choice.decide('b', page(url(2)))).toBe('as-it-is');
  expect(await choice.decide('c', page(url(3), SHELL))).toBe('render');
});

it('chooses every page where that is wanted', async () => {
  const choice = createRenderChoice({ every: true, share: 0 });
  expect(await choice.decide('a', page(url(1)))).toBe('render');
});

it('keeps to the share, after the first ten', async () => {
  const choice = createRenderChoice({ every: false, share: 0.1 });
  const first: string[] = [];
  for (let at = 0; at < 12; at += 1) first.push(await visit(choice, url(at, `h${at}.example`), true));
  expect(first).toEqual([...Array<string>(10).fill('render'), 'share', 'share']);
  for (let at = 0; at < 100; at += 1) choice.note(event(url(at, 'plain.example')));
  expect(await visit(choice, url(1, 'next.example'), true)).toBe('render');
});

it('knows after its events what it knew before', async () => {
  const events: CrawlEvent[] = [];
  const before = createRenderChoice({ every: false, share: 1 });
  const watched: RenderChoice = {
    decide: (...given) => before.decide(...given),
    ended: (address) => before.ended(address),
    note: (one) => {
      events.push(one);
      before.note(one);
    },
  };
  for (let at = 0; at < 5; at += 1) await visit(watched, url(at), false);
  const after = createRenderChoice({ every: false, share: 1 });
  for (const one of events) after.note(one);
  expect(await visit(after, url(9), false)).toBe('unpromising');
  expect(await visit(createRenderChoice({ every: false, share: 1 }), url(9), false)).toBe('render');
});

it('learns from failures, and not from a missing browser', async () => {
  const choice = createRenderChoice({ every: false, share: 1 });
  for (let at = 0; at < 5; at += 1) choice.note(event(url(at), { from: 'html', unrendered: 'no-browser' }));
  expect(await visit(choice, url(8), true)).toBe('render');
  for (let at = 0; at < 9; at += 1)
    choice.note(event(url(at, 'b.example'), { from: 'html', unrendered: 'too-slow' }));
  expect(await visit(choice, url(9, 'b.example'), true)).toBe('unpromising');
});

it('remembers pages that were judged again, after a resume, and counts none twice', async () => {
  const rejudged = { sequence: 1, time: '', accepted: false, threshold: 0 };
  const decisionAfter = (change: object): string => {
    const choice = createRenderChoice({ every: false, share: 0 });
    for (let at = 0; at < 10; at += 1)
      choice.note({ ...event(url(at), { paid: true, requests: 1 }), ...change });
    return choice.decide('new', page(url(11), SHELL));
  };
  expect(await decisionAfter({})).toBe('share');
  expect(await decisionAfter({ rejudged })).toBe('share');
  expect(await decisionAfter({ rejudged, fetched: false })).toBe('render');
});
