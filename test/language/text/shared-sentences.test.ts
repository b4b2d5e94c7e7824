import { expect, it } from '@jest/globals';
import { createCompromiseAnnotator } from '../../../src/language/text/compromise-annotator.js';
import { openCompromise } from '../../../src/language/text/compromise.js';

it('reads a sentence once for all annotators with the same lemmas', () => {
  const { tokenize } = openCompromise().world().methods.one as { tokenize: { fromString: unknown } };
  const { fromString } = tokenize as { fromString: (...given: unknown[]) => unknown };
  const read: unknown[] = [];
  // Before the first text is read: the reader takes hold of it then.
  tokenize.fromString = (...given: unknown[]) => {
    read.push(given[0]);
    return fromString(...given);
  };
  const lemmatize = (plural: string): string => plural.replace(/s$/, '');
  const text = 'The bees swarm in May.';
  const [first, second] = [createCompromiseAnnotator(lemmatize), createCompromiseAnnotator(lemmatize)];
  expect(second.annotate(text)).toEqual(first.annotate(text));
  expect(read).toEqual([text]);
});
