import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../../../src/support/random.js';
import {
  areCopies,
  fingerprintOf,
  hammingDistance,
  haveSameText,
  readSketch,
  sketchOf,
  sketchText,
  type TextSketch,
} from '../../../src/support/text/text-sketch.js';

function article(seed: number, words = 400): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: words }, () => `w${Math.floor(5000 * random() ** 2)}`);
}

const simHash = (words: readonly string[]): string =>
  fingerprintOf(sketchOf({ title: '', headline: '', text: words.join(' '), blocks: [] }));

describe('fingerprintOf', () => {
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
});

/** Words without numbers, all different. */
function prose(count: number, seed = 0): string {
  const letters = (n: number): string =>
    (n < 26 ? '' : letters(Math.floor(n / 26))) + String.fromCharCode(97 + (n % 26));
  return Array.from({ length: count }, (_, n) => `w${letters(n + 1000 * seed)}`).join(' ');
}

function sketch(text: string, title = 'A page', heading = ''): TextSketch {
  return sketchOf({ title, headline: `${title}\n${heading}`, text, blocks: [] });
}

describe('areCopies', () => {
  const text = prose(400);
  it.each([
    ['nothing', text],
    ['a date', `Printed on 3 May 2024, 14:32. ${text}`, `Printed on 14 July 2025, 9:05. ${text}`],
    ['a banner', `Welcome, guest: your session 8f9a7c2d ends soon ${text}`],
  ])('is true where the texts differ in %s', (_, other, before = text) => {
    expect(areCopies(sketch(other), sketch(before))).toBe(true);
  });

  it.each([
    ['other titles', sketch(text, 'Aspirin'), sketch(text, 'Ibuprofen')],
    ['several other numbers', sketch(`${text} 20 mg, 80 mg`), sketch(`${text} 50 mg, 200 mg`)],
    ['another number in a short text', sketch(`Photo 1. ${prose(80)}`), sketch(`Photo 2. ${prose(80)}`)],
    ['another name in many places', inTemplate('Aspirin'), inTemplate('Ibuprofen')],
    ['hardly any text', sketch(prose(40)), sketch(prose(40))],
  ])('is false for pages with %s', (_, one, other) => {
    expect(areCopies(one, other)).toBe(false);
  });

  function inTemplate(name: string): TextSketch {
    return sketch(Array.from({ length: 12 }, (_, n) => `${prose(25, n)} ${name}`).join(' '));
  }
});

describe('haveSameText', () => {
  it('does not look at titles, and at the order of words, where there is a text', () => {
    const text = prose(100);
    expect(haveSameText(sketch(text, 'Print: A page'), sketch(text))).toBe(true);
    expect(haveSameText(sketch(text.split(' ').reverse().join(' ')), sketch(text))).toBe(true);
    expect(haveSameText(sketch(`${prose(80)} 2`), sketch(`${prose(80)} 3`))).toBe(false);
  });
});

describe('a sketch', () => {
  it('is written and read; fingerprints of earlier versions are not', () => {
    const one = sketch(prose(60));
    expect(readSketch(sketchText(one))).toEqual(one);
    expect(readSketch('0123456789abcdef')).toBeUndefined();
    expect(readSketch('')).toBeUndefined();
  });

  it('is made of the beginning and the end of a very long text', () => {
    const long = 'word '.repeat(2_000_000);
    const started = performance.now();
    const [one, other] = [sketch(`${long}${prose(100)}`), sketch(`${long}${prose(100, 1)}`)];
    expect(performance.now() - started).toBeLessThan(2000);
    expect(haveSameText(one, other)).toBe(false);
  });
});
