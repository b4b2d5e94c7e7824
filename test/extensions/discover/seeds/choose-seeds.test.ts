import { describe, expect, it } from '@jest/globals';
import type { Judgement } from '../../../../src/model/topic.js';
import {
  candidatesOf,
  chooseSeeds,
  seedFileText,
  type Probe,
  type SeedCandidate,
  type SeedList,
} from '../../../../src/extensions/discover/seeds/choose-seeds.js';

const judgement = (accepted: boolean): Judgement => ({
  accepted,
  score: accepted ? 0.9 : 0.1,
  classifier: 'test',
  reason: {
    summary: '',
    meanIdf: null,
    band: { low: null, high: null },
    nouns: { distinct: 1, linked: 1, unknown: 0 },
    evidence: [
      { lemma: 'insulin', documents: 3, idf: 1, pull: 2 },
      { lemma: 'weather', documents: 0, idf: 1, pull: -1 },
    ],
  },
});
const probe = (finalUrl: string, accepted: boolean): Probe => ({
  ...{ finalUrl, title: 'A title', judgement: judgement(accepted) },
});
const candidate = (url: string, prior: number): SeedCandidate => ({
  url,
  host: new URL(url).host,
  prior,
  found: [{ source: 'search', by: 'http://engine.example/ “insulin”', place: 1, note: '' }],
});
const limits = { most: 10, perHost: 2, isForbidden: () => false };
const urls = (list: readonly { readonly url: string }[]): string[] => list.map(({ url }) => url);
const reasons = (
  list: readonly { readonly url: string; readonly reason: string }[],
): Record<string, string> => Object.fromEntries(list.map(({ url, reason }) => [url, reason]));

describe('choosing seeds', () => {
  it('takes pages on topic, then those that were not probed, and rejects the others', () => {
    const candidates = [
      candidate('http://off.example/', 1),
      candidate('http://good.example/1', 0.8),
      candidate('http://good.example/2', 0.7),
      candidate('http://dead.example/', 0.6),
      candidate('http://new.example/', 0.5),
    ];
    const probes = new Map<string, Probe>([
      ['http://off.example/', probe('http://off.example/', false)],
      ['http://good.example/1', probe('http://good.example/1', true)],
      ['http://dead.example/', { error: 'it answered 404' }],
    ]);
    const { seeds, rejected } = chooseSeeds(candidates, probes, limits);
    expect(urls(seeds)).toEqual(['http://good.example/1', 'http://good.example/2', 'http://new.example/']);
    expect(reasons(rejected)).toEqual({
      'http://off.example/': 'off-topic',
      'http://dead.example/': 'failed',
    });
  });

  it('gives a host up whose probes showed nothing', () => {
    const candidates = ['1', '2', '3'].map((page) => candidate(`http://poor.example/${page}`, 1));
    const probes = new Map(
      ['1', '2'].map((page) => [`http://poor.example/${page}`, { error: 'gone' }] as const),
    );
    const { seeds, rejected } = chooseSeeds(candidates, probes, limits);
    expect([seeds, reasons(rejected)['http://poor.example/3']]).toEqual([[], 'poor-host']);
  });

  it('keeps to the limits, leaves out repeated pages and forbidden hosts', () => {
    const candidates = ['a/1', 'a/2', 'a/3', 'a/4', 'b/1', 'c/1'].map((path, index) =>
      candidate(`http://${path.replace('/', '.example/')}`, 1 - index / 10),
    );
    const probes = new Map([
      ['http://a.example/1', probe('http://a.example/home', true)],
      ['http://a.example/2', probe('http://a.example/home', true)],
    ]);
    const isForbidden = (host: string): boolean => host === 'b.example';
    const { seeds, rejected } = chooseSeeds(candidates, probes, { most: 2, perHost: 2, isForbidden });
    expect(urls(seeds)).toEqual(['http://a.example/1', 'http://a.example/3']);
    expect(reasons(rejected)).toEqual({
      'http://a.example/2': 'repeated',
      'http://a.example/4': 'per-host',
      'http://b.example/1': 'private',
      'http://c.example/1': 'beyond-most',
    });
  });
});

describe('a file of seeds', () => {
  const hostile = '\nhttp://evil.example/\r\nhttp://evil.example/2\u2028http://evil.example/3\u001b[2J';
  const one = candidate('http://a.example/', 1);
  const found = [{ source: 'search' as const, by: hostile, place: 3, note: hostile }];
  const bad: Probe = { ...probe('http://a.example/', true), title: hostile };
  const choice = chooseSeeds(
    [{ ...one, found }, candidate('http://b.example/', 0.5)],
    new Map([['http://a.example/', bad]]),
    { ...limits, most: 1 },
  );
  const text = seedFileText('diabetes', choice, 1);

  it('says of each address why it is there, and what was left out', () => {
    expect(text).toMatch(/^# seeds for topic 'diabetes'.*\n# 1 of 2 candidates, best first; 1 of them/);
    expect(text).toMatch(/^# on topic \(score 0\.90\); nouns: insulin; “/m);
    expect(text).toMatch(/^# 1: there are enough seeds$/m);
  });

  it('has no line that a page or a service could have written', () => {
    const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines).toEqual(['http://a.example/']);
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u001b\u2028]/);
  });
});

const list = (source: SeedList['source'], by: string, ...urls: readonly string[]): SeedList => ({
  source,
  by,
  hits: urls.map((url) => ({ url, note: `note of ${by}` })),
});

describe('candidates', () => {
  it('are normalised, each once, with all who found them', () => {
    const found = candidatesOf([
      list('search', 'bees', 'http://A.example/x#top', 'http://a.example/x', 'http://b.example'),
      list('corpus', 'texts', 'http://b.example/'),
    ]);
    expect(found.map(({ url }) => url)).toEqual(['http://b.example/', 'http://a.example/x']);
    expect(found[0]).toMatchObject({
      host: 'b.example',
      prior: 1,
      found: [
        { source: 'search', by: 'bees', place: 2, note: 'note of bees' },
        { source: 'corpus', by: 'texts', place: 1 },
      ],
    });
    expect(found[1]?.found).toHaveLength(1);
  });

  it('do not let a source with many lists outvote another', () => {
    const queries = Array.from({ length: 20 }, (_, index) =>
      list('search', `q${index}`, 'http://often.example/'),
    );
    const found = candidatesOf([
      ...queries,
      list('corpus', 'w', 'http://once.example/', 'http://often.example/'),
    ]);
    expect(found.map(({ url }) => url)).toEqual(['http://often.example/', 'http://once.example/']);
    expect(found[1]?.prior).toBeGreaterThan(0.45);
  });
});
