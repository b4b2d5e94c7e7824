import { describe, expect, it } from '@jest/globals';
import { defaultTreeAdapter, html, type DefaultTreeAdapterTypes } from 'parse5';
import { boundedTreeAdapter, parseBounded } from '../../../src/web/page/bounded-parser.js';
import { PAGE_LIMITS } from '../../../src/web/page/limits.js';
import { createPageReader } from '../../../src/web/page/reader.js';

const read = (markup: string, exact = true): string =>
  createPageReader({ exact }).read(Buffer.from(markup), 'https://example.org/', 'text/html').text;

describe('numeric character references of hundreds of digits', () => {
  it.each([
    ['hexadecimal', `&#x${'0'.repeat(300)}41;`, 'A'],
    ['decimal', `&#${'0'.repeat(400)}66;`, 'B'],
    ['without semicolon', `&#X${'0'.repeat(300)}43 end`, 'C end'],
    ['zero', `&#x${'0'.repeat(300)};`, '\uFFFD'],
    ['beyond Unicode', `&#${'9'.repeat(400)};`, '\uFFFD'],
  ])('are read: %s', (_name, reference, expected) => {
    const markup = `<p>Bees dance ${reference}</p>`;
    expect([read(markup), read(markup, false)]).toEqual([`Bees dance ${expected}`, `Bees dance ${expected}`]);
  });
});

describe('parseBounded', () => {
  const attributes = (tag: string, from: number, count: number): string =>
    `<${tag} ${Array.from({ length: count }, (_, place) => `a${from + place}`).join(' ')}>`;

  it('keeps the first attributes of a tag, and of tags that add to an element', () => {
    const most = PAGE_LIMITS.attributes;
    const first = <T>(list: readonly T[]): T => list[0] as T;
    const elementOf = (markup: string): DefaultTreeAdapterTypes.Element => {
      const document = parseBounded(markup, { treeAdapter: boundedTreeAdapter });
      return first(document.childNodes.filter((node) => defaultTreeAdapter.isElementNode(node)));
    };
    expect(elementOf(attributes('html', 0, most + 500)).attrs).toHaveLength(most);
    const added = Array.from({ length: 3 }, (_, place) => attributes('html', place * 600, 600)).join('');
    expect(elementOf(added).attrs.length).toBeLessThan(2 * most);
    expect(elementOf('<html lang=en lang=de class=x>').attrs).toEqual([
      { name: 'lang', value: 'en' },
      { name: 'class', value: 'x' },
    ]);
  });

  it('puts what a table pushes out in front of it without going through all that is there', () => {
    const element = (name: string) => boundedTreeAdapter.createElement(name, html.NS.HTML, []);
    let read = 0;
    const parent = element('body');
    parent.childNodes = new Proxy(parent.childNodes, {
      get: (target, name, receiver): unknown => {
        read += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const table = element('table');
    boundedTreeAdapter.appendChild(parent, table);
    for (let count = 0; count < 1_000; count += 1) {
      boundedTreeAdapter.insertBefore(parent, element('div'), table);
      boundedTreeAdapter.insertTextBefore(parent, 'x', table);
    }
    const last = parent.childNodes.at(-2);
    expect(last).toMatchObject({ nodeName: '#text', value: 'x' });
    expect(parent.childNodes).toHaveLength(2_001);
    read = 0;
    boundedTreeAdapter.insertTextBefore(parent, 'y', table);
    boundedTreeAdapter.insertBefore(parent, element('p'), table);
    boundedTreeAdapter.detachNode(parent.childNodes.at(-2) as DefaultTreeAdapterTypes.ChildNode);
    expect(read).toBeLessThan(100);
    expect(last).toMatchObject({ value: 'xy' });
  });
});

describe('pages with very many parts', () => {
  it.each([
    ['rows', `<table>${'<tr>x'.repeat(150_000)}`],
    [
      'links in a text without blanks',
      `<p>${Array.from({ length: 30_000 }, (_, place) => `${'\u7CD6'.repeat(20)}<a href=/${place}>\u75C5</a>`).join('')}`,
    ],
    [
      'members of data',
      `<div id=root></div><script type="application/json">[${'1,'.repeat(150_000)}1]</script><script src=a.js></script>`,
    ],
  ])('are read: %s', (_name, markup) => {
    expect(() => read(markup, false)).not.toThrow();
  });
});
