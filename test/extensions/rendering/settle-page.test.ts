import { expect, it } from '@jest/globals';
import { settlePage } from '../../../src/extensions/rendering/settle-page.js';

type World = Parameters<typeof settlePage>[0];

/** A page that shows so many characters at each look, the last ones from then on, and says what it was asked. */
function growingPage(looks: readonly number[]): { readonly world: World; readonly stopped: () => boolean } {
  let looked = 0;
  let stopped = false;
  const world: World = {
    ask(expression) {
      if (expression.includes('scrollHeight : 0')) {
        looked += 1;
        return Promise.resolve([looks[Math.min(looked, looks.length) - 1], 0, 100]);
      }
      if (expression.includes('scrollTo')) return Promise.resolve(false);
      return Promise.resolve(`copy after ${looked} looks`);
    },
    stopScripts() {
      stopped = true;
      return Promise.resolve();
    },
  };
  return { world, stopped: () => stopped };
}

it('takes a page when it is at rest', async () => {
  const { world, stopped } = growingPage([10, 20, 30]);
  const html = await settlePage(world, { pending: 0 }, performance.now() + 60_000, 1_000);
  expect(Number(/\d+/.exec(html)?.[0])).toBeGreaterThan(3);
  expect(stopped()).toBe(false);
});

it('stops the scripts of a page whose time is over, and takes what it shows', async () => {
  const { world, stopped } = growingPage(Array.from({ length: 100 }, (_, at) => at));
  expect(await settlePage(world, { pending: 1 }, performance.now() + 300, 1_000)).toMatch(/^copy/);
  expect(stopped()).toBe(true);
});
