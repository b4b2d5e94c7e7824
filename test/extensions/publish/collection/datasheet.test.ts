import { expect, it } from '@jest/globals';
import { datasheet, type DatasheetFacts } from '../../../../src/extensions/publish/collection/datasheet.js';
import { createCollectionFigures } from '../../../../src/extensions/publish/collection/collection-figures.js';
import type { RemainingPages } from '../../../../src/model/remaining-pages.js';

const BASIS = { requests: 400, found: 90, samples: 8, samplesAccepted: 1 };
const NONE = { left: 0, low: 0, high: 0, inQueue: 0, unseen: 0, recall: 1, recallLow: 1, recallHigh: 1 };

function sheet(remaining: RemainingPages): string {
  const facts: DatasheetFacts = {
    ...{ title: 'Bees', topics: 'bees', figures: createCollectionFigures().all(), state: 'max-pages' },
    crawl: {
      verdicts: { accepted: 90, rejected: 310, skipped: 0, failed: 0 },
      ...{ fetched: 400, reasons: new Map(), left: new Map() },
    },
    ...{ queued: 17, remaining, answers: 0, settings: [], changes: [], selection: [], version: '1' },
    ...{ simulatedTime: false, madeAt: '2026-01-01' },
  };
  return datasheet(facts);
}

it('states how many relevant pages the crawl did not find, or that this is not known', () => {
  expect(sheet({ ...BASIS, ...NONE, left: 10.4, low: 2, high: 31 })).toContain(
    'An estimated 10 relevant pages (90 % interval: 2 to 31) were not found.',
  );
  expect(sheet({ ...BASIS, ...NONE })).toContain('there was no relevant page left that it could find.');
  expect(sheet({ ...BASIS, notKnown: 'the links suggest about 300 more' })).toContain(
    'How many relevant pages it did not find is not known yet: the links suggest about 300 more.',
  );
});
