import { describe, expect, it } from '@jest/globals';
import { createNearDuplicates } from '../../../src/crawling/pages/near-duplicates.js';
import {
  fingerprintText,
  hammingDistance,
  readFingerprint,
  simHash,
  wordsOf,
} from '../../../src/crawling/pages/simhash.js';
import { seededRandom } from '../../../src/support/random.js';

function article(seed: number, words = 400): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: words }, () => `w${Math.floor(5000 * random() ** 2)}`);
}

describe('simHash', () => {
  it('differs in few bits for nearly the same text, and in many for others', () => {
    const text = article(1);
    expect(hammingDistance(simHash(text), simHash(text))).toBe(0);
    const edited = Array.from({ length: 40 }, (_, n) => {
      const words = article(n + 100);
      return hammingDistance(simHash(words), simHash([...words.slice(0, 200), 'new', ...words.slice(201)]));
    });
    expect(edited.filter((bits) => bits <= 3).length).toBeGreaterThan(28);
    const others = Array.from({ length: 50 }, (_, n) =>
      hammingDistance(simHash(text), simHash(article(n + 2))),
    );
    expect(Math.min(...others)).toBeGreaterThan(5);
  });

  it('is written and read', () => {
    const print = simHash(article(3));
    expect(fingerprintText(print)).toMatch(/^[0-9a-f]{16}$/);
    expect(readFingerprint(fingerprintText(print))).toEqual(print);
    expect(simHash([])).toEqual({ high: 0, low: 0 });
  });
});

it('wordsOf finds words of any script', () => {
  expect(wordsOf('Zwei Wörter, два слова: 3!')).toEqual(['zwei', 'wörter', 'два', 'слова', '3']);
});

it('createNearDuplicates finds everything within three bits, and nothing beyond', () => {
  const random = seededRandom(7);
  const duplicates = createNearDuplicates();
  const prints = Array.from({ length: 500 }, () => ({
    high: Math.floor(random() * 2 ** 32),
    low: Math.floor(random() * 2 ** 32),
  }));
  prints.forEach((print, index) => duplicates.add(print, `http://a.example/${index}`));
  for (const [index, print] of prints.entries()) {
    const bits = [1 << (index % 32), 1 << ((index + 11) % 32), 1 << ((index + 17) % 32)];
    const near = { high: (print.high ^ bits[0]! ^ bits[1]!) >>> 0, low: (print.low ^ bits[2]!) >>> 0 };
    expect(duplicates.find(near)).toBe(`http://a.example/${index}`);
    const far = { high: near.high, low: (near.low ^ (1 << ((index + 3) % 32))) >>> 0 };
    expect(hammingDistance(far, print)).toBe(4);
    expect(duplicates.find(far)).toBeUndefined();
  }
});

it('createNearDuplicates names the earliest of several near pages, by its address as it was', () => {
  const duplicates = createNearDuplicates();
  const print = { high: 0xffff_ffff, low: 0xffff_ffff };
  const urls = ['http://a.example/', 'http://a.example/ß?q=語', `http://a.example/${'x'.repeat(2000)}`];
  // Each differs from all others in more than three bits, and in nothing but the last block.
  for (const [index, url] of urls.entries())
    duplicates.add({ ...print, low: (print.low ^ (0x1f << (5 * index))) >>> 0 }, url);
  for (const [index, url] of urls.entries())
    expect(duplicates.find({ ...print, low: (print.low ^ (0x1f << (5 * index))) >>> 0 })).toBe(url);
  duplicates.add(print, 'http://a.example/exact');
  duplicates.add(print, 'http://a.example/later');
  expect(duplicates.find(print)).toBe('http://a.example/exact');
  expect(duplicates.find({ high: 0, low: 0 })).toBeUndefined();
});
