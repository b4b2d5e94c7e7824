import { describe, expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import type { Folder } from '../../../../src/extensions/discover/map/folders.js';
import { mapPicture } from '../../../../src/extensions/discover/map/map-picture.js';

const folder = (name: string, urls: number, matching: number, ...folders: readonly Folder[]): Folder => ({
  ...{ name, urls, matching, nouns: matching > 0 ? ['honey & wax'] : [], folders },
});

/** The picture as XML: title → cell. Throws where it is not well-formed. */
function cellsOf(
  svg: string,
): Map<string, { readonly x: number; readonly width: number; readonly fill: string }> {
  const { document } = new JSDOM(svg, { contentType: 'image/svg+xml' }).window;
  return new Map(
    [...document.querySelectorAll('rect')].flatMap((cell) => {
      const title = cell.querySelector('title')?.textContent;
      const place = { x: Number(cell.getAttribute('x')), width: Number(cell.getAttribute('width')) };
      return title == null ? [] : [[title, { ...place, fill: cell.getAttribute('fill') ?? '' }] as const];
    }),
  );
}

describe('the picture of a map', () => {
  const sites = [
    folder(
      'a.example',
      300,
      90,
      folder('honey/', 100, 80, folder('jars/', 50, 50)),
      folder('n<e>&ws/', 150, 0),
    ),
    folder('b.example', 100, 10),
  ];

  it('is an SVG file whose cells are as wide as folders have URLs, and coloured by what matches', () => {
    const cells = cellsOf(mapPicture('bees', sites, 3));
    expect([...cells].map(([title, { x, width }]) => [title.split('\n')[0], x, width])).toEqual([
      ['a.example: 300 URLs, 90 match', 0, 750],
      ['a.example/honey/: 100 URLs, 80 match', 0, 250],
      ['a.example/honey/jars/: 50 URLs, 50 match', 0, 125],
      ['a.example/n<e>&ws/: 150 URLs, 0 match', 250, 375],
      ['b.example: 100 URLs, 10 match', 750, 250],
    ]);
    const fills = [...cells.values()].map(({ fill }) => fill);
    expect(fills[1]).toBe(fills[2]);
    expect(new Set(fills).size).toBe(4);
  });

  it('goes as deep as was asked, and draws thin folders as one', () => {
    expect(cellsOf(mapPicture('bees', sites, 1)).size).toBe(4);
    const thin = Array.from({ length: 5000 }, (_, n) => folder(`f${n}/`, 1, 0));
    const cells = cellsOf(
      mapPicture('bees', [folder('a.example', 10_000, 0, folder('big/', 5000, 0), ...thin)], 3),
    );
    expect([...cells.keys()]).toEqual([
      'a.example: 10000 URLs, 0 match',
      'a.example/big/: 5000 URLs, 0 match',
      'a.example/5000 more: 5000 URLs, 0 match',
    ]);
  });

  it('exists where nothing was found', () => {
    expect(cellsOf(mapPicture('bees', [folder('a.example', 0, 0)], 3)).size).toBe(1);
  });
});
