import { describe, expect, it } from '@jest/globals';
import { sparseVector } from '../../../src/learning/sparse-vector.js';
import {
  addLink,
  createWordPlaces,
  featuresOf,
  noEvidence,
} from '../../../src/priority/learning/link-features.js';
import { learning } from '../../../src/priority/learning/learning.js';
import { createOnlineRegression } from '../../../src/priority/learning/online-regression.js';
import { STRATEGY_SETTINGS } from '../../../src/priority/strategy-settings.js';
import { beeSight, BEES, candidateOf, eventOf, linkTo, OTHERS, pageOf } from '../../support/small-sight.js';

const sight = beeSight();
const vector = (...values: number[]) =>
  sparseVector(values.map((value, place): [number, number] => [place, value]));

describe('online regression', () => {
  const options = { step: 0.5, decay: 0, prior: [0, 1] };

  it('begins with its prior', () => {
    expect(createOnlineRegression(options).score(vector(1, 2, 5))).toBe(2);
  });

  it('takes the steps of AdaGrad', () => {
    const regression = createOnlineRegression({ ...options, prior: [] });
    // σ(0) − 1 = −½; slopes −½ and −1; the first step is `step` long in every direction.
    regression.learn(vector(1, 2), true);
    expect(regression.snapshot()).toEqual({ weights: [0.5, 0.5], squares: [0.25, 1] });
    // Score 0.5: slope σ(0.5) = 0.6225; squares 0.25 + 0.3875; weight 0.5 − 0.5 · 0.6225 / √0.6375
    regression.learn(vector(1), false);
    expect(regression.snapshot().weights[0]).toBeCloseTo(
      0.5 - (0.5 * 0.62246) / Math.sqrt(0.25 + 0.38746),
      4,
    );
    expect(regression.snapshot().weights[1]).toBe(0.5);
  });

  it('learns what tells examples apart', () => {
    const regression = createOnlineRegression({ ...options, prior: [] });
    for (let round = 0; round < 50; round += 1) {
      regression.learn(vector(1, 1, 0), true);
      regression.learn(vector(1, 0, 1), false);
    }
    expect(regression.score(vector(1, 1, 0))).toBeGreaterThan(2);
    expect(regression.score(vector(1, 0, 1))).toBeLessThan(-2);
  });
});

describe('what is known of a URL', () => {
  it('is the best of its links, their judgements and their words', () => {
    const places = createWordPlaces();
    const evidence = noEvidence();
    const good = candidateOf(
      pageOf('http://a.example/', BEES[0]!.text),
      linkTo('http://b.example/honey', 'honey', 'sweet honey'),
    );
    const bad = candidateOf(
      pageOf('http://c.example/', OTHERS[0]!.text),
      linkTo('http://b.example/honey', 'here'),
      {
        accepted: false,
      },
    );
    addLink(evidence, bad, sight, places, 40);
    addLink(evidence, good, sight, places, 40);
    expect(evidence).toMatchObject({ accepted: 1, rejected: 1, anchor: sight.anchorLikeness(good.link) });
    expect(evidence.page).toBe(sight.pageLikeness(good.source.page));
    const { places: at, values } = featuresOf(evidence);
    const feature = (place: number): number | undefined => values[at.indexOf(place)];
    expect(feature(0)).toBe(1);
    expect(feature(5)).toBe(0.5);
    expect(feature(6)).toBeCloseTo(Math.log(3));
    const honey = places.placeOf('anchor:honey');
    expect(feature(honey)).toBeCloseTo(1 / Math.sqrt(evidence.anchorWords.length));
    expect(createWordPlaces(places.snapshot()).placeOf('anchor:honey')).toBe(honey);
  });
});

describe('learning strategy', () => {
  it('learns a word that leads to the topic, and values again what waits', () => {
    const strategy = learning(sight, STRATEGY_SETTINGS.learning);
    const source = pageOf('http://a.example/', 'nothing to go by');
    const waiting = [
      linkTo('http://a.example/w1', 'melliferous'),
      linkTo('http://a.example/w2', 'bureaucratic'),
    ];
    const before = waiting.map((link) => strategy.prioritise(candidateOf(source, link))!.value);
    expect(before[0]).toBeCloseTo(before[1]!);
    let latest = new Map<string, number>();
    for (let n = 0; n < 20; n += 1) {
      const accepted = n % 2 === 0;
      const link = linkTo(`http://a.example/${n}`, accepted ? 'melliferous' : 'bureaucratic');
      strategy.prioritise(candidateOf(source, link));
      const page = pageOf(link.url, '');
      strategy.observe?.(eventOf(page, accepted), page);
      const revised = [...(strategy.revisions?.() ?? [])];
      if (revised.length > 0) latest = new Map(revised.map(([url, { value }]) => [url, value]));
    }
    expect(latest.get('http://a.example/w1')).toBeGreaterThan(latest.get('http://a.example/w2')!);
    expect(latest.get('http://a.example/w1')).toBeGreaterThan(before[0]!);
  });

  it('values again at the same pages, whether or not it was restored between', () => {
    const settings = { ...STRATEGY_SETTINGS.learning, growth: 0.5 };
    const source = pageOf('http://a.example/', 'nothing to go by');
    const roundsOf = (restoring: boolean): number[] => {
      let strategy = learning(sight, settings);
      strategy.prioritise(candidateOf(source, linkTo('http://a.example/w1', 'melliferous')));
      const rounds: number[] = [];
      for (let n = 1; n <= 40; n += 1) {
        const link = linkTo(`http://a.example/${n}`, 'melliferous');
        strategy.prioritise(candidateOf(source, link));
        const page = pageOf(link.url, '');
        strategy.observe?.(eventOf(page, true), page);
        if ([...(strategy.revisions?.() ?? [])].length > 0) rounds.push(n);
        if (!restoring) continue;
        const saved: unknown = JSON.parse(JSON.stringify(strategy.snapshot?.()));
        strategy = learning(sight, settings);
        strategy.restore?.(saved);
      }
      return rounds;
    };
    expect(roundsOf(false)).toEqual([1, 2, 3, 5, 8, 12, 18, 27]);
    expect(roundsOf(true)).toEqual(roundsOf(false));
  });

  it('learns nothing from seeds and failures', () => {
    const strategy = learning(sight, STRATEGY_SETTINGS.learning);
    const page = pageOf('http://a.example/', '');
    strategy.observe?.(eventOf(page, true), page);
    expect([...(strategy.revisions?.() ?? [])]).toEqual([]);
  });
});
