import { describe, expect, it } from '@jest/globals';
import { createRenderPredictor, templateOf } from '../../../src/extensions/rendering/render-predictor.js';

const page = (number: number, host = 'a.example') => `https://${host}/shop/item-${number}`;

describe('the predictor of rendering', () => {
  it('renders pages with a sure sign until three of a template brought nothing, and others go on', () => {
    const predictor = createRenderPredictor();
    const decisions = Array.from({ length: 6 }, (_, at) => {
      const isWorth = predictor.isWorth(page(at), ['mount-point']);
      if (isWorth) predictor.rendered(page(at), ['mount-point'], false);
      return isWorth;
    });
    expect(decisions.filter(Boolean).length).toBeLessThanOrEqual(3);
    expect(decisions[0]).toBe(true);
    expect(predictor.isWorth('https://b.example/', ['mount-point'])).toBe(true);
  });

  it('goes on where rendering pays now and then', () => {
    const predictor = createRenderPredictor();
    for (let at = 0; at < 12; at += 1) predictor.rendered(page(at), ['little-text'], at % 3 === 0);
    expect(predictor.isWorth(page(13), ['little-text'])).toBe(true);
  });

  it('tells templates of a host apart', () => {
    const predictor = createRenderPredictor();
    for (let at = 0; at < 20; at += 1) {
      predictor.rendered(`https://a.example/login/${at}`, ['mount-point'], false);
      predictor.rendered(`https://a.example/docs/${at}`, ['mount-point'], true);
    }
    expect(predictor.probability('https://a.example/login/x', ['mount-point'])).toBeLessThan(0.1);
    expect(predictor.probability('https://a.example/docs/x', ['mount-point'])).toBeGreaterThan(0.9);
  });

  it('tries again once in a while', () => {
    const predictor = createRenderPredictor();
    for (let at = 0; at < 10; at += 1) predictor.rendered(page(at), ['noscript'], false);
    let left = 0;
    while (!predictor.isWorth(page(left), ['noscript']) && left < 100) {
      predictor.leftOut(page(left));
      left += 1;
    }
    expect(left).toBe(24);
  });

  it('learns from a sign on other hosts, and goes by the strongest of several', () => {
    const predictor = createRenderPredictor();
    const before = predictor.probability(page(1), ['little-text']);
    for (let at = 0; at < 9; at += 1) predictor.rendered(page(at, `h${at}.example`), ['little-text'], false);
    expect(predictor.probability(page(1, 'new.example'), ['little-text'])).toBeLessThan(before / 2);
    expect(predictor.probability(page(1, 'new.example'), ['little-text', 'noscript'])).toBe(0.9);
  });
});

describe('templateOf', () => {
  it.each([
    ['https://a.example/2024/05/some-title', 'https://a.example/2023/11/another-one'],
    ['https://a.example/p/1.html?b=1&a=2', 'https://a.example/p/2.html?a=9&b=8'],
    ['https://a.example/u/0123456789abcdef0/x', 'https://a.example/u/fedcba98765432100/y'],
  ])('is the same for %s and %s', (one, other) => expect(templateOf(one)).toBe(templateOf(other)));

  it.each([
    ['https://a.example/a/x', 'https://a.example/b/x'],
    ['https://a.example/x', 'https://b.example/x'],
    ['https://a.example/x.html', 'https://a.example/x'],
    ['https://a.example/', 'https://a.example/x'],
  ])('is not the same for %s and %s', (one, other) => expect(templateOf(one)).not.toBe(templateOf(other)));

  it('is empty for what is not an address', () => expect(templateOf('x')).toBe(''));
});
