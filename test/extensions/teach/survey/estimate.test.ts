import { describe, expect, it } from '@jest/globals';
import { createCurveCounter } from '../../../../src/extensions/teach/survey/acceptance-curve.js';
import {
  estimateRemaining,
  MAX_DISAGREEMENT,
  type EstimateParts,
} from '../../../../src/extensions/teach/survey/estimate.js';
import { createHostBook } from '../../../../src/extensions/teach/survey/host-book.js';
import type { Request } from '../../../../src/extensions/teach/survey/link-estimate.js';
import { createLinkPanel } from '../../../../src/extensions/teach/survey/link-panel.js';
import { known } from '../../../support/known-estimate.js';

/** A crawl of one host that has accepted `found` pages, the last `dry` of 400 requests none. 200 URLs wait. */
function parts(dry: number, more: Partial<EstimateParts> = {}): EstimateParts {
  const hosts = createHostBook();
  const panel = createLinkPanel();
  const curve = createCurveCounter();
  const requests: Request[] = [];
  let accepted = 0;
  for (let made = 0; made < 400; made += 1) {
    const isAccepted = made < 400 - dry && made % 4 === 0;
    accepted += Number(isAccepted);
    curve.request(Number(isAccepted));
    const host = { ...hosts.of('a.example') };
    requests.push({ byAccepted: 1, byOther: 0, host, accepted: isAccepted, sample: false });
    hosts.ended('a.example', isAccepted, true);
  }
  for (let n = 0; n < 200; n += 1) {
    panel.link(`http://a.example/${n}`, true);
    const waiting = panel.get(`http://a.example/${n}`);
    if (waiting !== undefined) waiting.state = 'queued';
  }
  return {
    ...{ requests, samples: [], panel, hosts, curve: curve.curve(), growth: 0, accepted, fetched: 400 },
    ...{ queued: 200, underWay: 0, maxPagesPerHost: Infinity },
    ...more,
  };
}

describe('estimateRemaining', () => {
  it('is between the two estimates where they agree', () => {
    const { left, low, high, recall, recallLow, recallHigh, byLinks, byRate, found } = known(
      estimateRemaining(parts(0)),
    );
    const both = [byLinks?.left ?? 0, byRate?.left ?? 0];
    expect(left).toBeGreaterThanOrEqual(Math.min(...both));
    expect(left).toBeLessThanOrEqual(Math.max(...both));
    expect(left).toBeGreaterThan(25);
    expect(left).toBeLessThan(100);
    expect([low <= left, left <= high]).toEqual([true, true]);
    expect(recall).toBeCloseTo(found / (found + left));
    expect([recallLow, recallHigh]).toEqual([found / (found + high), found / (found + low)]);
  });

  it('is not known where they differ by more than a factor of three, and keeps both', () => {
    const hosts = createHostBook();
    // Relevant hosts that were found late let expect more on those that wait, which the decline to nothing contradicts.
    for (let n = 0; n < 60; n += 1) {
      hosts.link(`${n}.example`, 'a.example');
      if (n < 20) for (let page = 0; page < 10; page += 1) hosts.ended(`${n}.example`, true, true);
    }
    const remaining = estimateRemaining(parts(300, { hosts }));
    expect(remaining.notKnown).toMatch(
      /^the links suggest about \d+ more, the acceptances per request about \d+$/,
    );
    expect(remaining.byLinks?.left).toBeGreaterThan(MAX_DISAGREEMENT * (remaining.byRate?.left ?? 0));
    expect('left' in remaining).toBe(false);
  });

  it('is nothing when nothing waits and nothing is under way, whatever was found', () => {
    const hosts = createHostBook();
    for (let n = 0; n < 50; n += 1) hosts.link(`${n}.example`, 'a.example');
    const over = { panel: createLinkPanel(), queued: 0, hosts };
    expect(known(estimateRemaining(parts(0, over)))).toMatchObject({ left: 0, low: 0, high: 0, recall: 1 });
    const almost = estimateRemaining(parts(0, { ...over, underWay: 1 }));
    expect(almost.byRate?.high).toBeGreaterThan(0);
  });

  it('shows a decline to zero', () => {
    const lefts = [0, 150, 300].map((dry) => estimateRemaining(parts(dry)).byRate?.left ?? 0);
    expect(lefts).toEqual([...lefts].sort((a, b) => b - a));
    expect(lefts[2]).toBeLessThan(lefts[0]! / 10);
  });

  it('gives the same for the same evidence', () => {
    expect(estimateRemaining(parts(100))).toEqual(estimateRemaining(parts(100)));
  });
});
