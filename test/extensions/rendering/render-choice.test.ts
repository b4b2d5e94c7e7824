import { expect, it } from '@jest/globals';
import { createRenderChoice, type RenderChoice } from '../../../src/extensions/rendering/render-choice.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import type { Page } from '../../../src/model/page.js';
import type { PageReading } from '../../../src/model/page-reading.js';
import { emptyPage } from '../../../src/support/text/empty-page.js';

const SHELL: NonNullable<Page['shell']> = { signs: ['mount-point'] };
const url = (number: number, host = 'a.example') => `https://${host}/page/${number}`;
const page = (address: string, shell?: Page['shell']): Page => ({
  ...emptyPage(address),
  ...(shell && { shell }),
});
const event = (address: string, reading?: Partial<PageReading>): CrawlEvent =>
  ({
    ...{ url: address, state: 'done', fetched: true },
    ...(reading && { reading: { from: 'rendered', signs: SHELL.signs, ...reading } }),
  }) as CrawlEvent;

function visit(choice: RenderChoice, address: string, paid: boolean): string {
  const decision = choice.decide(page(address, SHELL));
  const seen = decision === 'render' ? { paid, requests: 1 } : { unrendered: 'unpromising' as const };
  choice.note(event(address, seen));
  return decision;
}

it('chooses shells that lack something', () => {
  const choice = createRenderChoice(false);
  expect(choice.decide(page(url(1)))).toBe('as-it-is');
  expect(choice.decide(page(url(3), SHELL))).toBe('render');
});

it('chooses every page where that is wanted', () => {
  const choice = createRenderChoice(true);
  expect(choice.decide(page(url(1)))).toBe('render');
});

it('knows after its events what it knew before', () => {
  const events: CrawlEvent[] = [];
  const before = createRenderChoice(false);
  const watched: RenderChoice = {
    decide: (...given) => before.decide(...given),
    note: (one) => {
      events.push(one);
      before.note(one);
    },
  };
  for (let at = 0; at < 5; at += 1) visit(watched, url(at), false);
  const after = createRenderChoice(false);
  for (const one of events) after.note(one);
  expect(visit(after, url(9), false)).toBe('unpromising');
  expect(visit(createRenderChoice(false), url(9), false)).toBe('render');
});

it('learns from failures, and not from a missing browser', () => {
  const choice = createRenderChoice(false);
  for (let at = 0; at < 5; at += 1) choice.note(event(url(at), { from: 'html', unrendered: 'no-browser' }));
  expect(visit(choice, url(8), true)).toBe('render');
  for (let at = 0; at < 9; at += 1)
    choice.note(event(url(at, 'b.example'), { from: 'html', unrendered: 'too-slow' }));
  expect(visit(choice, url(9, 'b.example'), true)).toBe('unpromising');
});
