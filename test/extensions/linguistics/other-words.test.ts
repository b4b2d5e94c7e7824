import { expect, it } from '@jest/globals';
import { openOther } from '../../../src/extensions/linguistics/other-words.js';

it('reads a long sentence in time proportional to it', () => {
  const read = openOther('de');
  const { user } = process.cpuUsage();
  const words = read('Wort '.repeat(40_000)).flat();
  expect(process.cpuUsage({ user, system: 0 }).user / 1000).toBeLessThan(3000);
  expect(words).toHaveLength(40_000);
});
