import { describe, expect, it } from '@jest/globals';
import { createHostBook } from '../../../../src/extensions/teach/survey/host-book.js';
import {
  chao,
  estimateByLinks,
  type LinkEvidence,
  type Request,
} from '../../../../src/extensions/teach/survey/link-estimate.js';
import { createLinkPanel } from '../../../../src/extensions/teach/survey/link-panel.js';

const NO_YIELD = { requests: 0, accepted: 0, answers: undefined };

/** Pages that accepted pages link to are relevant in nine of ten cases, others in one of fifty. */
function requests(count: number): readonly Request[] {
  return Array.from({ length: count }, (_, place) => {
    const byAccepted = place % 2;
    const accepted = byAccepted === 1 ? place % 20 !== 1 : place % 100 === 0;
    return { byAccepted, byOther: 1 - byAccepted, host: NO_YIELD, accepted, sample: false };
  });
}

function evidence(more: Partial<LinkEvidence> = {}): LinkEvidence {
  const panel = createLinkPanel();
  for (let n = 0; n < 200; n += 1) {
    panel.link(`http://a.example/${n}`, n < 20);
    const known = panel.get(`http://a.example/${n}`);
    if (known !== undefined) known.state = 'queued';
  }
  return {
    ...{ requests: requests(400), samples: [], panel, hosts: createHostBook() },
    ...{ fetched: 400, queued: 200, growth: 0.8, maxPagesPerHost: Infinity },
    ...more,
  };
}

describe('estimateByLinks', () => {
  it('expects in the queue what requests with such links have brought', () => {
    const { inQueue, unseen } = estimateByLinks(evidence());
    expect(inQueue).toBeGreaterThan(18);
    expect(inQueue).toBeLessThan(26);
    expect(unseen).toBe(0);
  });

  it('follows random samples where they contradict, and is surer with them', () => {
    const alone = estimateByLinks(evidence());
    const sample: Request = { byAccepted: 0, byOther: 1, host: NO_YIELD, accepted: true, sample: true };
    const samples = Array.from({ length: 10 }, () => sample);
    const sampled = estimateByLinks(evidence({ samples, requests: [...requests(400), ...samples] }));
    expect(sampled.inQueue).toBeGreaterThan(alone.inQueue);
    expect(sampled.high / sampled.low).toBeLessThan(alone.high / alone.low);
  });

  it('expects nothing of URLs on hosts that have not answered', () => {
    const hosts = createHostBook();
    hosts.ended('a.example', false, false);
    expect(estimateByLinks(evidence({ hosts }))).toMatchObject({ inQueue: 0, ahead: 0 });
  });

  it('expects no more pages of a host than the crawl may request', () => {
    const hosts = createHostBook();
    for (let n = 0; n < 90; n += 1) hosts.ended('a.example', n % 2 === 0, true);
    const { inQueue } = estimateByLinks(evidence({ hosts }));
    expect(estimateByLinks(evidence({ hosts, maxPagesPerHost: 100 })).inQueue).toBeCloseTo(inQueue / 20);
    expect(estimateByLinks(evidence({ hosts, maxPagesPerHost: 90 })).inQueue).toBe(0);
  });

  /** Ten hosts that others link to, each with one accepted page of two; three of them are linked to twice. */
  function tenHosts() {
    const hosts = createHostBook();
    for (let n = 0; n < 10; n += 1) {
      hosts.link(`${n}.example`, 'a.example');
      if (n < 3) hosts.link(`${n}.example`, 'b.example');
      hosts.ended(`${n}.example`, true, true);
      hosts.ended(`${n}.example`, false, true);
    }
    return hosts;
  }

  it('expects hosts that nobody links to yet, by how many others link to those that are known', () => {
    // 7 hosts with one in-link, 3 with two: 7 · 6 / (2 · 4) unseen, each with one relevant page, or with 0.6.
    const { unseen } = estimateByLinks(evidence({ hosts: tenHosts() }));
    expect(unseen).toBeGreaterThan(0.5 * chao(7, 3));
    expect(unseen).toBeLessThan(chao(7, 3));
  });

  it('expects less of hosts that wait, and is less sure, where relevant hosts have become rarer', () => {
    const hosts = tenHosts();
    for (let n = 0; n < 40; n += 1) {
      hosts.link(`barren-${n}.example`, 'a.example');
      hosts.ended(`barren-${n}.example`, false, true);
    }
    for (let n = 0; n < 50; n += 1) hosts.link(`waiting-${n}.example`, 'a.example');
    const { unseen, low, high } = estimateByLinks(evidence({ hosts }));
    // 10 of 50 hosts were relevant, and none of the last 40.
    expect(unseen).toBeLessThan((50 * 10) / 50);
    expect(low).toBeLessThanOrEqual(20);
    expect(high).toBeGreaterThan(20);
  });

  it('counts hosts that wait by the share of hosts that have answered', () => {
    const hosts = tenHosts();
    for (let n = 0; n < 50; n += 1) {
      hosts.link(`waiting-${n}.example`, 'a.example');
      hosts.link(`waiting-${n}.example`, 'b.example');
      hosts.link(`waiting-${n}.example`, 'c.example');
    }
    const all = estimateByLinks(evidence({ hosts })).unseen;
    expect(all).toBeGreaterThan(20);
    for (let n = 0; n < 90; n += 1) {
      hosts.link(`silent-${n}.example`, 'a.example');
      hosts.ended(`silent-${n}.example`, false, false);
    }
    // 10 of 100 hosts answer.
    const { unseen } = estimateByLinks(evidence({ hosts }));
    expect(unseen).toBeLessThan(all / 5);
  });
});

describe('chao', () => {
  it('is the bias-corrected lower bound', () => {
    expect(chao(75, 6)).toBeCloseTo((75 * 74) / 14);
    expect([chao(0, 0), chao(1, 0)]).toEqual([0, 0]);
  });
});

describe('createLinkPanel', () => {
  it('counts links by the verdicts of their pages, and says which are the first to a URL', () => {
    const panel = createLinkPanel();
    expect(panel.link('http://a.example/', true)).toBe(true);
    expect(panel.link('http://a.example/', false)).toBe(false);
    expect(panel.get('http://a.example/')).toMatchObject({ byAccepted: 1, byOther: 1, state: 'seen' });
  });

  it('follows the same random part of many URLs, whatever their order', () => {
    const urls = Array.from({ length: 500 }, (_, n) => `http://a.example/${n}`);
    const followed = (order: readonly string[]): readonly string[] => {
      const panel = createLinkPanel(100);
      for (const url of order) panel.link(url, true);
      expect(panel.scale).toBeGreaterThanOrEqual(5);
      return [...panel.urls()].map(([url]) => url).sort();
    };
    const part = followed(urls);
    expect(part.length).toBeLessThanOrEqual(100);
    expect(part.length).toBeGreaterThan(30);
    expect(followed(urls.toReversed())).toEqual(part);
  });
});
