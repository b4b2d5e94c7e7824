import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { PLURAL_RULES } from '../../../src/language/text/plural-rules.js';
import { createPostTagger } from '../../../src/language/text/post-tagger.js';
import { size } from '../../support/thorough.js';

/** A compromise of its own: the one that others use has the faster step already. */
function privateCompromise(): Compromise {
  const require = createRequire(import.meta.url);
  const file = require.resolve('compromise/two');
  const shared = require.cache[file];
  Reflect.deleteProperty(require.cache, file);
  const compromise = require(file) as Compromise;
  if (shared === undefined) Reflect.deleteProperty(require.cache, file);
  else require.cache[file] = shared;
  return compromise;
}

/** The part of compromise that is compared here. */
interface Compromise {
  (text: string): { readonly document: readonly (readonly { text: string; tags: ReadonlySet<string> }[])[] };
  world(): { readonly compute: { postTagger: unknown } };
}
const compromise = privateCompromise();
const { compute } = compromise.world();
const steps = {
  own: compute.postTagger,
  fast: createPostTagger().compute.postTagger,
  withPlurals: createPostTagger(PLURAL_RULES).compute.postTagger,
};

const texts = ['computer-science', 'politics', 'diabetes']
  .map((topic) => path.resolve(import.meta.dirname, '../../../corpora', topic))
  .flatMap((folder) =>
    readdirSync(folder)
      .slice(0, size(6, 2))
      .map((name) => readFileSync(path.join(folder, name), 'utf8')),
  );

function tagsOf(text: string, step: keyof typeof steps): readonly string[] {
  compute.postTagger = steps[step];
  const { document } = compromise(text);
  return document.flatMap((sentence) => sentence.map((term) => `${term.text}/${[...term.tags].join('+')}`));
}

// compromise's own step changes its rules when it first runs; the others must have read them by then.
for (const step of ['fast', 'withPlurals'] as const) tagsOf('word', step);

it('takes the place of a step that compromise has', () => {
  expect(steps.own).toEqual(expect.any(Function));
  expect(steps.own).not.toBe(steps.fast);
});

it('gives the tags of compromise itself, in the same order', () => {
  expect(texts.length).toBeGreaterThan(5);
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
    { seed: 7 },
  );
});

describe('the rules for plurals', () => {
  const tagsOfWord = (text: string, step: keyof typeof steps): string => {
    const word = /\*(\S+)\*/.exec(text)?.[1] ?? '';
    const tags = tagsOf(text.replaceAll('*', ''), step).find((tag) => tag.startsWith(`${word}/`)) ?? '';
    return tags.slice(word.length + 1);
  };

  it.each([
    'There are several different types of *dunes* here.',
    'They are popular ornamental plants in *gardens*.',
    'Such *laws* deal with bankruptcy.',
    'Consumers have various *rights* as citizens.',
    'It has a number of other *uses*.',
    'The province comprises 188 *communes* ranging in population.',
    'They are surrounded by double *membranes*, the inner of which is folded.',
    'The court consists of eleven *judges* elected by the assembly.',
    'It has 217 *coaches* and 7 locomotives.',
    'Only known from 2 *specimens* taken in 1891.',
    'Church *services* were held in November.',
  ])('make a noun of it: %s', (text) => {
    expect(tagsOfWord(text, 'own')).toContain('Verb');
    expect(tagsOfWord(text, 'withPlurals').split('+')).toEqual(expect.arrayContaining(['Noun', 'Plural']));
  });

  it.each([
    'Gold *forms* the basis of the currency.',
    'Little *remains* of the walls.',
    'He sings as *does* the king.',
    'The party of 1812 *keeps* the name.',
    'It *uses* the old name.',
    'Act three *opens* a new world.',
    'They are good at *trapping* heat.',
    'It had to *address* the issue.',
  ])('leave a verb: %s', (text) => expect(tagsOfWord(text, 'withPlurals')).toContain('Verb'));

  it('change nothing but verbs in the present tense into plurals', () => {
    let changed = 0;
    for (const text of texts) {
      const [before, after] = [tagsOf(text, 'own'), tagsOf(text, 'withPlurals')];
      for (const [place, tags] of after.entries()) {
        if (tags === before[place]) continue;
        changed += 1;
        expect([before[place], tags]).toEqual([
          expect.stringMatching(/\bPresentTense\b/),
          expect.stringMatching(/\bPlural\b/),
        ]);
      }
    }
    expect(changed).toBeGreaterThan(0);
  });
});
