import { describe, expect, it } from '@jest/globals';
import { createAcceptedPages } from '../../../src/crawling/pages/accepted-pages.js';
import { sketchOf, type TextSketch } from '../../../src/support/text/text-sketch.js';
import { seededRandom } from '../../../src/support/random.js';

const A = 'http://a.example';

function article(seed: number, words = 400): string[] {
  const random = seededRandom(seed);
  return Array.from(
    { length: words },
    () =>
      `w${String.fromCharCode(97 + (seed % 26))}${random()
        .toString(36)
        .replace(/[^a-z]/g, '')
        .slice(0, 5)}`,
  );
}

function sketch(words: readonly string[], title = 'A page'): TextSketch {
  return sketchOf({ title, headline: title, text: words.join(' '), blocks: [] });
}

describe('createAcceptedPages', () => {
  it('finds the page that another is a copy of, the earliest of several, by its address as it was', () => {
    const pages = createAcceptedPages();
    const urls = [`${A}/`, `${A}/ß?q=語`, `${A}/${'x'.repeat(2000)}`];
    for (const [seed, url] of urls.entries()) pages.add({ url, sketch: sketch(article(seed)) });
    for (const [seed, url] of urls.entries()) {
      pages.add({ url: `${A}/later`, sketch: sketch(article(seed)) });
      expect(pages.findCopied(sketch([...article(seed), 'printed', 'today']))).toBe(url);
    }
    expect(pages.findCopied(sketch(article(77)))).toBeUndefined();
  });

  it('knows the text of the page at an address, whatever its order', () => {
    const pages = createAcceptedPages();
    const text = article(1);
    pages.add({ url: `${A}/own`, sketch: sketch(text) });
    expect(pages.hasText(`${A}/own`, sketch([...text].reverse(), 'Sorted'))).toBe(true);
    expect(pages.hasText(`${A}/own`, sketch(article(2)))).toBe(false);
    expect(pages.hasText(`${A}/unknown`, sketch(text))).toBe(false);
  });
});
