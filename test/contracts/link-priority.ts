import { describe, expect, it } from '@jest/globals';
import type { LinkPriority, Priority } from '../../src/model/crawl-event.js';
import type { Page, PageLink } from '../../src/model/page.js';
import { BEES, candidateOf, entryOf, eventOf, linkTo, OTHERS, pageOf } from '../support/small-sight.js';
import { size } from '../support/thorough.js';
import { keptStrategy } from '../support/restored-strategy.js';

const SITE = 'http://site.example';

/** A page on topic (even numbers) or off (odd ones) that links to the next five, by titles and within its text. */
function numberedPage(n: number): Page {
  const own = textOf(n);
  const links = [1, 2, 3, 4, 5].map((step) => {
    const target = textOf(n + step);
    return linkTo(`${SITE}/${n + step}/${encodeURIComponent(target.title)}`, target.title, target.text);
  });
  return pageOf(addressOf(n), own.text, { title: own.title, links });
}

function textOf(n: number): { readonly title: string; readonly text: string } {
  const texts = n % 2 === 0 ? BEES : OTHERS;
  return texts[Math.floor(n / 2) % texts.length]!;
}

function addressOf(n: number): string {
  return `${SITE}/${n}/${encodeURIComponent(textOf(n).title)}`;
}

type Valued = readonly [url: string, value: number | undefined, state: readonly number[] | undefined];

/** Has a strategy see pages in their order, as the engine would, and notes everything it says. */
function play(
  strategy: LinkPriority,
  from: number,
  to: number,
  seen = new Map<string, Priority>(),
): Valued[] {
  const said: Valued[] = [];
  const note = (url: string, priority: Priority | undefined): void => {
    said.push([url, priority?.value, priority?.state]);
    if (priority !== undefined) seen.set(url, priority);
  };
  for (let n = from; n < to; n += 1) {
    const page = numberedPage(n);
    const entry = entryOf(page.url, n === 0 ? 0 : 1, seen.get(page.url));
    for (const link of page.links)
      note(link.url, strategy.prioritise(candidateOf(page, link, { accepted: n % 2 === 0, entry })));
    strategy.observe?.(eventOf(page, n % 2 === 0, n === 0 ? undefined : addressOf(n - 1)), page);
    seen.delete(page.url);
    for (const [url, priority] of strategy.revisions?.() ?? []) note(url, priority);
  }
  return said;
}

/**
 * What every strategy has to do.
 * @param make a fresh strategy on beekeeping, as from `loadStrategy`; learners should learn within the first ten pages
 * @param order how it takes its links: 'text' when the text of the link counts, 'page' when only the page or the depth does
 */
export function linkPriorityContract(name: string, make: () => LinkPriority, order: 'text' | 'page'): void {
  describe(`link priority contract: ${name}`, () => {
    const onPage = pageOf(`${SITE}/`, BEES[0]!.text, { title: BEES[0]!.title });
    const value = (strategy: LinkPriority, link: PageLink, page: Page = onPage): number | undefined =>
      strategy.prioritise(candidateOf(page, link))?.value;

    it('gives finite values with reasons, and finite states', () => {
      const strategy = make();
      const priorities = numberedPage(0).links.map((link) => strategy.prioritise(candidateOf(onPage, link)));
      for (const priority of priorities) {
        expect(Number.isFinite(priority?.value)).toBe(true);
        expect(priority?.reason).not.toBe('');
        expect((priority?.state ?? []).every(Number.isFinite)).toBe(true);
      }
    });

    it('never ranks a link below the same link with text off topic', () => {
      for (const learned of [0, 16]) {
        const strategy = make();
        play(strategy, 0, learned);
        const page = pageOf(`${SITE}/p`, BEES[1]!.text, { blocks: [BEES[2]!.text, OTHERS[2]!.text] });
        const on = value(strategy, linkTo(`${SITE}/a/honey-bee`, BEES[4]!.title, BEES[4]!.text, 0), page);
        const off = value(
          strategy,
          linkTo(`${SITE}/a/opera-stage`, OTHERS[3]!.title, OTHERS[3]!.text, 1),
          page,
        );
        if (order === 'text' && !(learned === 0 && name.startsWith('hmm'))) expect(on).toBeGreaterThan(off!);
        else expect(on).toBeGreaterThanOrEqual(off!);
      }
    });

    it('bears pages without text, links without text, strange addresses, and pages without links', () => {
      const strategy = make();
      const empty = pageOf(`${SITE}/empty`, '');
      for (const url of [
        `${SITE}/%E0%A4%A`,
        'http://xn--bcher-kva.example/?q=%20',
        `${SITE}/日本語`,
        'http://[::1]/',
      ])
        for (const link of [linkTo(url, ''), linkTo(url, '', '', 7), linkTo(url, '日本語', '…')])
          expect(Number.isFinite(value(strategy, link, empty))).toBe(true);
      strategy.observe?.(eventOf(empty, false), empty);
      strategy.observe?.({ ...eventOf(empty, false), state: 'failed', code: 'network', url: `${SITE}/gone` });
      expect([...(strategy.revisions?.() ?? [])].every(([, { value }]) => Number.isFinite(value))).toBe(true);
    });

    it('values all links of a page, however many there are', () => {
      const strategy = make();
      const links = Array.from({ length: size(5000, 200) }, (_, n) =>
        linkTo(`${SITE}/many/${n}`, textOf(n).title, textOf(n).text, 0),
      );
      const page = pageOf(`${SITE}/many`, BEES[3]!.text, { links });
      for (const link of links) expect(value(strategy, link, page)).toBeDefined();
      strategy.observe?.(eventOf(page, true), page);
      expect([...(strategy.revisions?.() ?? [])].length).toBeLessThanOrEqual(links.length);
    });

    it('values the links of a page the same in whatever order', () => {
      const values = (links: readonly PageLink[]): ReadonlyMap<string, number | undefined> => {
        const strategy = make();
        play(strategy, 0, 12);
        const page = { ...onPage, links };
        return new Map(links.map((link) => [link.url, value(strategy, link, page)]));
      };
      const { links } = numberedPage(40);
      expect(values(links.toReversed())).toEqual(values(links));
    });

    it('goes on from a snapshot as if nothing had been between', () => {
      const first = make();
      if (first.snapshot === undefined) {
        // It learns nothing: what it says does not depend on what it saw.
        expect('restore' in first).toBe(false);
        expect('observe' in first).toBe(false);
        const seen = make();
        play(seen, 0, 12);
        expect(play(seen, 12, 14)).toEqual(play(make(), 12, 14));
        return;
      }
      for (const interrupted of [3, 15]) {
        const whole = make();
        const seen = new Map<string, Priority>();
        play(whole, 0, interrupted, seen);
        const restored = make();
        const kept = keptStrategy();
        kept.take(whole);
        kept.restore(restored);
        expect(play(restored, interrupted, 20, new Map(seen))).toEqual(play(whole, interrupted, 20, seen));
      }
    });
  });
}
