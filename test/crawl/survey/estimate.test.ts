import { describe, expect, it } from '@jest/globals';
import {
  chao,
  estimateRemaining,
  type EstimateParts,
  type Request,
} from '../../../src/crawl/survey/estimate.js';
import { createHostBook } from '../../../src/crawl/survey/host-book.js';
import { createLinkPanel } from '../../../src/crawl/survey/link-panel.js';

const NO_YIELD = { requests: 0, accepted: 0 };

/** Pages that accepted pages link to are relevant in nine of ten cases, others in one of fifty. */
function requests(count: number): readonly Request[] {
  return Array.from({ length: count }, (_, place) => {
    const byAccepted = place % 2;
    const accepted = byAccepted === 1 ? place % 20 !== 1 : place % 100 === 0;
    return { byAccepted, byOther: 1 - byAccepted, host: NO_YIELD, accepted, sample: false };
  });
}

function parts(more: Partial<EstimateParts> = {}): EstimateParts {
  const panel = createLinkPanel();
  for (let n = 0; n < 200; n += 1) {
    panel.link(`http://a.example/${n}`, n < 20);
    const known = panel.get(`http://a.example/${n}`);
    if (known !== undefined) known.state = 'queued';
  }
  return {
    requests: requests(400),
    samples: [],
    panel,
    hosts: createHostBook(),
    queued: 200,
    accepted: 182,
    fetched: 400,
    ...more,
  };
}

describe('estimateRemaining', () => {
  it('expects in the queue what requests with such links have brought', () => {
    const { left, inQueue, unseen, low, high, recall } = estimateRemaining(parts());
    expect(inQueue).toBeGreaterThan(18);
    expect(inQueue).toBeLessThan(26);
    expect([unseen, left]).toEqual([0, inQueue]);
    expect(low).toBeLessThan(inQueue);
    expect(high).toBeGreaterThan(inQueue);
    expect(recall).toBeCloseTo(182 / (182 + left));
  });

  it('follows random samples where they contradict, and is surer with them', () => {
    const alone = estimateRemaining(parts());
    const sample: Request = { byAccepted: 0, byOther: 1, host: NO_YIELD, accepted: true, sample: true };
    const samples = Array.from({ length: 10 }, () => sample);
    const sampled = estimateRemaining(parts({ samples, requests: [...requests(400), ...samples] }));
    expect(sampled.left).toBeGreaterThan(alone.left);
    expect(sampled.high / sampled.low).toBeLessThan(alone.high / alone.low);
    expect(sampled).toMatchObject({ samples: 10, samplesAccepted: 10 });
  });

  it('expects relevant hosts that nobody links to yet, by how many others link to those that are known', () => {
    const hosts = createHostBook();
    for (let n = 0; n < 10; n += 1) {
      hosts.link(`${n}.example`, 'a.example');
      if (n < 3) hosts.link(`${n}.example`, 'b.example');
      hosts.request(`${n}.example`, n < 5);
    }
    // 7 hosts with one in-link, 3 with two: 7 · 6 / (2 · 4) unseen, half of them relevant with 182 / 5 pages each.
    const { unseen } = estimateRemaining(parts({ hosts }));
    expect(unseen).toBeCloseTo(0.6 * chao(7, 3) * 0.5 * (182 / 5));
  });

  it('knows nothing to be left where nothing waits', () => {
    const { left, low } = estimateRemaining(parts({ panel: createLinkPanel(), queued: 0 }));
    expect([left, low]).toEqual([0, 0]);
  });
});

describe('chao', () => {
  it('is the bias-corrected lower bound', () => {
    expect(chao(75, 6)).toBeCloseTo((75 * 74) / 14);
    expect([chao(0, 0), chao(1, 0)]).toEqual([0, 0]);
  });
});

describe('createLinkPanel', () => {
  it('counts links by the verdicts of their pages', () => {
    const panel = createLinkPanel();
    panel.link('http://a.example/', true);
    panel.link('http://a.example/', false);
    expect(panel.get('http://a.example/')).toMatchObject({ byAccepted: 1, byOther: 1, state: 'seen' });
  });

  it('follows the same random part of many URLs, whatever their order', () => {
    const urls = Array.from({ length: 500 }, (_, n) => `http://a.example/${n}`);
    const followed = (order: readonly string[]): readonly string[] => {
      const panel = createLinkPanel(100);
      for (const url of order) panel.link(url, true);
      return [...panel.urls()].map(([url]) => url).sort();
    };
    const part = followed(urls);
    expect(part.length).toBeLessThanOrEqual(100);
    expect(part.length).toBeGreaterThan(30);
    expect(followed(urls.toReversed())).toEqual(part);
  });
});
