import { describe, expect, it } from '@jest/globals';
import { hostsWithin } from '../../../src/extensions/cluster/shared-crawl-view.js';
import { fairGrant, wantedGrant } from '../../../src/extensions/cluster/page-budget.js';

describe('the pages that workers are granted', () => {
  it('are what each has used and an equal part of the rest, of which the first gets the remainder', () => {
    const view = { others: 2, requested: 30, maxPages: 100, isFirst: false };
    expect(fairGrant(view, 10)).toBe(10 + 20);
    expect(fairGrant({ ...view, requested: 29, isFirst: true }, 10)).toBe(10 + 20 + 1);
    expect(fairGrant({ ...view, others: 0, isFirst: true }, 10)).toBe(70);
  });

  it('are not changed for little, but for every page where few are left', () => {
    expect(wantedGrant(1000, 1090, 200)).toBe(1000);
    expect(wantedGrant(1000, 1200, 200)).toBe(1200);
    expect(wantedGrant(10, 11, 10)).toBe(11);
    expect(wantedGrant(12, 10, 10)).toBe(10);
  });

  it('are not taken back where they are used, though the limit was lowered', () => {
    expect(fairGrant({ others: 1, requested: 30, maxPages: 20, isFirst: true }, 15)).toBe(15);
  });
});

it('takes as many hosts as there is memory for their URLs', () => {
  expect(hostsWithin(1000, { hosts: 20, urls: 2000 }, 500)).toBe(10);
  // Of a host, so many are read at most.
  expect(hostsWithin(1000, { hosts: 2, urls: 2_000_000 }, 500)).toBe(2);
  expect(hostsWithin(-5, { hosts: 2, urls: 4 }, 500)).toBe(0);
  expect(hostsWithin(1000, { hosts: 0, urls: 0 }, 500)).toBe(1000);
});
