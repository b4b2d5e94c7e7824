import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { fastPostTagger } from '../../src/text/post-tagger.js';
import { rounds } from '../support/thorough.js';

/** The part of compromise that is compared here. */
interface Compromise {
  (text: string): { readonly document: readonly (readonly { text: string; tags: ReadonlySet<string> }[])[] };
  world(): { readonly compute: { postTagger: unknown } };
}
const compromise = createRequire(import.meta.url)('compromise/two') as Compromise;
const { compute } = compromise.world();
const steps = { own: compute.postTagger, fast: fastPostTagger.compute.postTagger };

function tagsOf(text: string, step: keyof typeof steps): readonly string[] {
  compute.postTagger = steps[step];
  const { document } = compromise(text);
  return document.flatMap((sentence) => sentence.map((term) => `${term.text}/${[...term.tags].join('+')}`));
}

it('takes the place of a step that compromise has', () => {
  expect(steps.own).toEqual(expect.any(Function));
  expect(steps.own).not.toBe(steps.fast);
});

it('gives the tags of compromise itself, in the same order', () => {
  const folders = ['computer-science', 'politics', 'diabetes'].map((topic) =>
    path.resolve(import.meta.dirname, '../../corpora', topic),
  );
  const texts = folders.flatMap((folder) =>
    readdirSync(folder)
      .slice(0, rounds(6, 4))
      .map((name) => readFileSync(path.join(folder, name), 'utf8')),
  );
  expect(texts.length).toBeGreaterThan(10);
  for (const text of texts) expect(tagsOf(text, 'fast')).toEqual(tagsOf(text, 'own'));
});

it('does so for any run of words that rules look for', () => {
  const words =
    'the a run runs running well so do not go to in turkey 3 may march john would have been that which who like pretty, and or of up look at it she its "new york" co ltd said i\'m they\'ve university.'.split(
      ' ',
    );
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(text, (run) => {
      expect(tagsOf(run.join(' '), 'fast')).toEqual(tagsOf(run.join(' '), 'own'));
    }),
    { numRuns: rounds(300, 100), seed: 7 },
  );
});
