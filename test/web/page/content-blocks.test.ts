import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collectBlocks, joinBlocks, readBlocks } from '../../../src/web/page/blocks.js';
import { partitionBlocks } from '../../../src/web/page/reader.js';
import { parseHtml } from '../../../src/web/page/htmlparser2-tree.js';

const words = (word: string, count: number): string => Array.from({ length: count }, () => word).join(' ');

function partition(html: string, options: { alpha?: number; minimumWords?: number } = {}): string[] {
  const { root } = readBlocks(parseHtml(html).root);
  return partitionBlocks(root, { alpha: 0.5, minimumWords: 20, ...options }).map(joinBlocks);
}

describe('partitionBlocks', () => {
  it('cuts a page at its sections and not within them', () => {
    const html = `<div id=page><nav><ul>${'<li><a href=x>menu entry</a></li>'.repeat(15)}</ul></nav>
      <div><section><h2>Pumps</h2><p>${words('pump', 15)}</p><p>${words('tube', 10)}</p></section>
      <section><h2>Trains</h2><p>${words('train', 30)}</p></section></div></div>`;
    expect(partition(html)).toEqual([
      words('menu entry', 15).replaceAll('entry menu', 'entry\n\nmenu'),
      `Pumps\n\n${words('pump', 15)}\n\n${words('tube', 10)}`,
      `Trains\n\n${words('train', 30)}`,
    ]);
  });

  it('keeps an element whole where crumbs hold more than α of it', () => {
    const html = `<div><p>${words('big', 40)}</p>${`<p>${words('crumb', 10)}</p>`.repeat(5)}</div>`;
    expect(partition(html)).toHaveLength(1);
    expect(partition(html, { alpha: 0.6 })).toHaveLength(3);
  });

  it('merges what is small with what follows, and at the end with what precedes', () => {
    const html = `<h2>First</h2><p>${words('one', 30)}</p><h2>Second</h2><p>${words('two', 30)}</p><p>last words</p>`;
    expect(partition(html)).toEqual([
      `First\n\n${words('one', 30)}`,
      `Second\n\n${words('two', 30)}\n\nlast words`,
    ]);
  });

  it('holds every word of the page once, in its order, whatever the parameters', () => {
    const element = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.integer({ min: 1, max: 30 }).map((count) => `<p>${words('w', count)}</p>`),
        fc.constant('<br><br>text'),
        fc.array(tie('node'), { maxLength: 4 }).map((parts) => `<div>${parts.join('')}</div>`),
      ),
    })).node;
    fc.assert(
      fc.property(
        element,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(40),
        (html, alpha, minimumWords) => {
          const whole = joinBlocks(collectBlocks(parseHtml(html).root));
          const blocks = partition(html, { alpha, minimumWords });
          expect(blocks.join('\n\n')).toBe(whole);
          const small = blocks.filter((block) => block.split(/\s+/).length < minimumWords);
          expect(small.length).toBeLessThanOrEqual(blocks.length === 1 ? 1 : 0);
        },
      ),
      { seed: 4 },
    );
  });
});
