import { expect, it } from '@jest/globals';
import { RenderError } from '../../../src/model/rendering.js';
import type { PageWorld } from '../../../src/extensions/rendering/page-world.js';
import { LOOK } from '../../../src/extensions/rendering/page-scripts.js';
import { settlePage } from '../../../src/extensions/rendering/settle-page.js';

const REQUESTS = { pending: 0, count: 0, bytes: 0, answer: () => Promise.resolve() };

/** A page that shows so many characters at each look, and dies after the last. */
function dyingPage(looks: readonly number[]): { readonly world: PageWorld; readonly copies: () => number } {
  let looked = 0;
  let copies = 0;
  const world: PageWorld = {
    ask(expression) {
      if (expression === LOOK) {
        const characters = looks[looked];
        looked += 1;
        return characters === undefined
          ? Promise.reject(new RenderError('crashed'))
          : Promise.resolve([characters, 0, 100]);
      }
      if (looked >= looks.length) return Promise.reject(new RenderError('crashed'));
      copies += 1;
      return Promise.resolve(`copy ${copies} of ${looks[looked - 1]} characters`);
    },
    stopScripts: () => Promise.resolve(),
  };
  return { world, copies: () => copies };
}

async function keptOf(world: PageWorld): Promise<readonly string[]> {
  const kept: string[] = [];
  const endsAt = performance.now() + 60_000;
  const settled = settlePage(world, REQUESTS, {
    ...{ endsAt, maxCharacters: 1_000, keep: (html) => void kept.push(html) },
  });
  await expect(settled).rejects.toThrow(RenderError);
  return kept;
}

it('hands over the page as it grows, before it dies', async () => {
  const { world } = dyingPage([10, 20, 30]);
  expect(await keptOf(world)).toEqual(['copy 1 of 10 characters', 'copy 2 of 20 characters']);
});

it('copies no page that shows no text, and none twice', async () => {
  const { world, copies } = dyingPage([0, 0, 50, 50, 50]);
  await keptOf(world);
  expect(copies()).toBe(1);
});
