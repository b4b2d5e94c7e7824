import { describe, expect, it } from '@jest/globals';
import { droughtText, remainingText, sourcesText } from '../../src/cli/crawl-text.js';
import type { KnownRemaining } from '../../src/model/remaining-pages.js';

const BASIS = { requests: 400, found: 90, samples: 8, samplesAccepted: 1 };
const FIGURE: KnownRemaining = {
  ...{ left: 10.4, low: 2, high: 31, inQueue: 9, unseen: 1.4 },
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
    const none = { left: 0, low: 0, high: 0, inQueue: 0, unseen: 0, recall: 1, recallLow: 1, recallHigh: 1 };
    expect(remainingText({ remaining: { ...BASIS, ...none } })).toEqual([
      'no relevant page left that the crawl could find',
    ]);
    const notKnown = 'the links suggest about 300 more, the acceptances per request about 4';
    expect(remainingText({ remaining: { ...BASIS, notKnown } })).toEqual([
      `relevant pages left: not known yet (${notKnown})`,
    ]);
  });
});

describe('droughtText', () => {
  const DRY = { fetched: 640, recentHarvestRate: 0 };

  it('says what helps a crawl whose last requests brought nothing, as far as it can be steered', () => {
    expect(droughtText(DRY, 'out')).toEqual([
      'no page accepted in the last 100 requests: add seeds (sfwc steer out seed URL; sfwc map and sfwc seeds find some), or end it (sfwc steer out stop)',
    ]);
    expect(droughtText(DRY)).toEqual([
      'no page accepted in the last 100 requests: sfwc map and sfwc seeds find other seeds',
    ]);
  });

  it('says nothing while pages are accepted, and before there were as many requests', () => {
    expect(droughtText({ ...DRY, recentHarvestRate: 0.01 }, 'out')).toEqual([]);
    expect(droughtText({ ...DRY, fetched: 99 }, 'out')).toEqual([]);
    expect(droughtText({ fetched: 0, recentHarvestRate: null })).toEqual([]);
  });
});

describe('sourcesText', () => {
  it('says what each source brought that was asked, and which the crawl dropped', () => {
    const nothing = { asked: 0, brought: 0, fetched: 0, accepted: 0 };
    const sources = [
      { source: 'sitemaps and feeds', asked: 3, brought: 40, fetched: 31, accepted: 12 },
      { ...nothing, source: 'parent folders' },
      { ...nothing, source: 'nouns at s', asked: 1, brought: 1, dropped: 'it failed 3 times in a row' },
    ];
    expect(sourcesText({ sources })).toEqual([
      'sitemaps and feeds: asked 3 times, brought 40 URLs, 31 requested, 12 accepted',
      'nouns at s: asked once, brought 1 URL, 0 requested, 0 accepted; dropped: it failed 3 times in a row',
    ]);
    expect(sourcesText({})).toEqual([]);
  });
});
