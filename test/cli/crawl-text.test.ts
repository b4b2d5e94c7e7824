import { describe, expect, it } from '@jest/globals';
import {
  copiesText,
  hostsText,
  limitedLinksText,
  remainingText,
  searchesText,
  trapsText,
} from '../../src/cli/crawl-text.js';
import type { KnownRemaining } from '../../src/model/remaining-pages.js';

const BASIS = { requests: 400, found: 90, samples: 8, samplesAccepted: 1 };
const FIGURE: KnownRemaining = {
  ...{ left: 10.4, low: 2, high: 31 },
  ...{ recall: 0.9, recallLow: 0.74, recallHigh: 0.98 },
};

describe('remainingText', () => {
  it('says how many relevant pages are left', () => {
    expect(remainingText({ remaining: { ...BASIS, ...FIGURE } })).toEqual([
      'about 10 relevant left (90 %: 2 to 31), recall 90 % (74 % to 98 %)',
    ]);
    expect(remainingText({})).toEqual([]);
  });

  it('says that none is left, and why it does not know', () => {
    const none = { left: 0, low: 0, high: 0, recall: 1, recallLow: 1, recallHigh: 1 };
    expect(remainingText({ remaining: { ...BASIS, ...none } })).toEqual([
      'no relevant page left that the crawl could find',
    ]);
    const notKnown = 'the acceptances per request suggest between 4 and 900 more';
    expect(remainingText({ remaining: { ...BASIS, notKnown } })).toEqual([
      `relevant pages left: not known yet (${notKnown})`,
    ]);
  });
});

it('hostsText says how many hosts have accepted pages, where that is known', () => {
  expect([undefined, 0, 1, 14].map((acceptedHosts) => hostsText({ acceptedHosts }))).toEqual([
    '',
    '',
    ' at 1 host',
    ' at 14 hosts',
  ]);
});

it('limitedLinksText says how many links limits have left out', () => {
  expect(limitedLinksText({ links: { queued: 3, trap: 1 } })).toEqual([]);
  expect(limitedLinksText({ links: { 'too-deep': 279, 'over-limit': 2 } })).toEqual([
    'links not followed: 279 beyond --max-depth, 2 beyond the links of a page',
  ]);
});

it('trapsText says which hosts have traps, and how to request what was skipped', () => {
  expect(trapsText({ reasons: {} })).toEqual([]);
  const how = '; to request them, name them in --seeds';
  expect(trapsText({ reasons: { trap: 3 } })).toEqual([`skipped as traps: 3${how}`]);
  const trapHosts = { a: 1, b: 9, c: 5, d: 2 };
  expect(trapsText({ reasons: { trap: 17 }, trapHosts })).toEqual([
    `skipped as traps: 17 (b 9, c 5, d 2, 1 other hosts)${how}`,
  ]);
});

it('copiesText counts copies, and names the setting that keeps them', () => {
  expect(copiesText({ reasons: { 'near-duplicate': 2, 'canonical-known': 1, trap: 7 } })).toEqual([
    '3 pages were skipped as copies of accepted ones; to keep such pages, set keepDuplicates',
  ]);
  expect(copiesText({ reasons: { 'near-duplicate': 1 } })).toEqual([
    '1 page was skipped as a copy of an accepted one; to keep such pages, set keepDuplicates',
  ]);
  expect(copiesText({ reasons: { trap: 7 } })).toEqual([]);
});

it('says what searches brought, where some were made', () => {
  const engine = 'http://s.example/';
  const searches = { engine, asked: 3, brought: 40, fetched: 31, accepted: 12 };
  expect(searchesText({ searches })).toEqual([
    '3 searches at http://s.example/ brought 40 URLs, 31 requested, 12 accepted',
  ]);
  expect(searchesText({ searches: { ...searches, asked: 0 } })).toEqual([]);
  expect(searchesText({})).toEqual([]);
});
