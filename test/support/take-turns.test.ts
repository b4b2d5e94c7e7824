import { expect, it } from '@jest/globals';
import { takeTurns } from '../../src/support/take-turns.js';

it('runs actions one at a time, also after one that fails', async () => {
  const inTurn = takeTurns();
  const log: string[] = [];
  const act = (name: string, fails = false) =>
    inTurn(async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([act('a', true), act('b'), act('c')]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
