import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { fastPostTagger } from '../../src/text/post-tagger.js';

/** The part of compromise that is compared here. */
interface Tagger {
  (text: string): { readonly document: readonly (readonly { text: string; tags: ReadonlySet<string> }[])[] };
  plugin(plugin: object): void;
}

/** Two copies of compromise that share nothing: one as it comes, one with the plugin. */
async function taggers(): Promise<readonly [own: Tagger, fast: Tagger]> {
  const file = pathToFileURL(createRequire(import.meta.url).resolve('compromise/two')).href;
  const load = async (copy: string): Promise<Tagger> =>
    ((await import(`${file}?${copy}`)) as { readonly default: Tagger }).default;
  const [own, fast] = [await load('own'), await load('fast')];
  if (own === fast) throw new Error('they are one and the same');
  fast.plugin(fastPostTagger);
  return [own, fast];
}

const tagsOf = (tagger: Tagger, text: string): readonly string[] =>
  tagger(text).document.flatMap((sentence) =>
    sentence.map((term) => `${term.text}/${[...term.tags].join('+')}`),
  );

it('gives the tags of compromise itself, in the same order', async () => {
  const [own, fast] = await taggers();
  const folders = ['computer-science', 'politics', 'diabetes'].map((topic) =>
    path.resolve(import.meta.dirname, '../../corpora', topic),
  );
  const texts = folders.flatMap((folder) =>
    readdirSync(folder)
      .slice(0, 6)
      .map((name) => readFileSync(path.join(folder, name), 'utf8')),
  );
  expect(texts.length).toBeGreaterThan(12);
  for (const text of texts) expect(tagsOf(fast, text)).toEqual(tagsOf(own, text));
});

it('does so for any run of words that rules look for', async () => {
  const [own, fast] = await taggers();
  const words =
    'the a run runs running well so do not go to in turkey 3 may march john would have been that which who like pretty, and or of up look at it she its "new york" co ltd said i\'m they\'ve university.'.split(
      ' ',
    );
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(text, (run) => {
      expect(tagsOf(fast, run.join(' '))).toEqual(tagsOf(own, run.join(' ')));
    }),
    { numRuns: 300, seed: 7 },
  );
});
