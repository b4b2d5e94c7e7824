import { expect, it } from '@jest/globals';
import { wordsOf } from '../../../../src/extensions/publish/report/quick-page-map.js';

it('counts words by their singulars, without stop words of any language that has an annotator', () => {
  expect([
    ...wordsOf('The galaxies and the galaxy; the bus, the buses and its engines. Der Hund und die Katze.'),
  ]).toEqual([
    ['galaxy', 2],
    ['bus', 1],
    ['buse', 1],
    ['engine', 1],
    ['hund', 1],
    ['katze', 1],
  ]);
});

it('reads the beginning of a long text alone', () => {
  expect([...wordsOf(`${'star '.repeat(6000)}planet`)]).toEqual([['star', 6000]]);
});
