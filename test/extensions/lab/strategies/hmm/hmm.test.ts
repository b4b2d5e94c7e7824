import { describe, expect, it } from '@jest/globals';
import type { LinkPriority } from '../../../../../src/model/crawl-event.js';
import { hiddenMarkov, type HmmEvidence } from '../../../../../src/extensions/lab/strategies/hmm/hmm.js';
import { STRATEGY_SETTINGS } from '../../../../../src/crawling/priority/strategy-settings.js';
import {
  beeSight,
  BEES,
  candidateOf,
  entryOf,
  eventOf,
  linkTo,
  OTHERS,
  pageOf,
} from '../../../../support/small-sight.js';

const sight = beeSight();
const url = (name: string): string => `http://a.example/${name}`;

/** After a browse: the seed (a bee page that is not relevant) leads to relevant pages, an opera leads nowhere. */
function browsed(evidence: HmmEvidence, label?: () => boolean): LinkPriority {
  const settings = { ...STRATEGY_SETTINGS.hmm, browse: 4, clusters: 2, neighbours: 1 };
  const strategy = hiddenMarkov('hmm', sight, {
    evidence,
    settings,
    seed: 1,
    ...(label === undefined ? {} : { label }),
  });
  const pages = [
    pageOf(url('seed'), BEES[0]!.text, { links: ['honey', 'opera', 'wax'].map((to) => linkTo(url(to), to)) }),
    pageOf(url('honey'), BEES[4]!.text, { links: [linkTo(url('seed'), 'apiary')] }),
    pageOf(url('opera'), OTHERS[3]!.text, { links: [linkTo(url('football'), 'football')] }),
    pageOf(url('football'), OTHERS[1]!.text),
  ];
  for (const page of pages) {
    const entry = { ...entryOf(page.url), ...(page.url === url('seed') ? {} : { referrer: url('seed') }) };
    for (const link of page.links) strategy.prioritise(candidateOf(page, link, { entry }));
    strategy.observe?.(eventOf(page, page.url === url('honey'), entry.referrer), page);
  }
  return strategy;
}

describe('HMM crawler', () => {
  it('browses breadth-first, then values what waits', () => {
    const strategy = browsed('path');
    const waiting = new Map(strategy.revisions?.());
    // All but the pages that were fetched already, of which the engine takes no notice.
    expect(waiting.has(url('wax'))).toBe(true);
    expect(waiting.get(url('wax'))?.value).toBeGreaterThan(0);
    expect(waiting.get(url('wax'))?.state).toHaveLength(4);
    expect([...(strategy.revisions?.() ?? [])]).toEqual([]);
  });

  it('prefers links of pages like those that led to the topic', () => {
    const strategy = browsed('path');
    const value = (text: string): number =>
      strategy.prioritise(candidateOf(pageOf(url('new'), text), linkTo(url('y'), 'y')))!.value;
    expect(value(BEES[0]!.text)).toBeGreaterThan(value(OTHERS[1]!.text));
  });

  it('carries α along the path: the same page after another path has another value', () => {
    const strategy = browsed('path');
    const page = pageOf(url('new'), BEES[0]!.text);
    const after = (state: readonly number[]): number =>
      strategy.prioritise(
        candidateOf(page, linkTo(url('y'), 'y'), {
          entry: entryOf(page.url, 3, { value: 0, reason: '', state }),
        }),
      )!.value;
    expect(after([0.9, 0.1, 0, 0])).not.toBe(after([0, 0, 0.1, 0.9]));
  });

  it('looks at page and anchor where it is told to', () => {
    const strategy = browsed('path-page-anchor');
    const value = (anchor: string): number =>
      strategy.prioritise(candidateOf(pageOf(url('new'), BEES[4]!.text), linkTo(url('y'), anchor)))!.value;
    expect(value('honey')).toBeGreaterThan(value('opera'));
  });

  it('goes on browsing while there is nothing relevant to learn from', () => {
    const strategy = browsed('path', () => false);
    expect([...(strategy.revisions?.() ?? [])]).toEqual([]);
    const page = pageOf(url('more'), BEES[2]!.text);
    expect(strategy.prioritise(candidateOf(page, linkTo(url('y'), 'y')))?.reason).toMatch(/^browse/);
  });
});
