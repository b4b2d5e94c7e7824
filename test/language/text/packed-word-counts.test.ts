import { describe, expect, it } from '@jest/globals';
import { createCompromiseAnnotator } from '../../../src/language/text/compromise-annotator.js';
import { analysisOf } from '../../../src/knowledge/krs/analysis.js';
import {
  countWordsOf,
  makeLexicon,
  type WordCounts,
  unpackWordCounts,
} from '../../../src/language/text/lexicon.js';
import { packWordCounts } from '../../../scripts/pack-word-counts.js';

const annotator = createCompromiseAnnotator((plural) => plural.replace(/s$/, ''));

function countsOf(...texts: string[]): WordCounts {
  const counts: WordCounts = new Map();
  for (const text of texts) {
    const annotated = annotator.annotate(text);
    countWordsOf({ text, ...analysisOf(annotated.nouns) }, counts);
  }
  return counts;
}

// "report" and "guide" are nouns and verbs here.
const TEXTS = [
  'The report is long. Nurses report the glucose of patients. A guide helps, and they guide patients.',
  'We report a case. The report of the nurse is short. Her guide says so. They guide the nurse to the report.',
];
const ALL = { form: 1, context: 1 };

describe('packed counts of words', () => {
  it('make the lexicon that the counts make, alone and together with others', () => {
    const counts = countsOf(...TEXTS);
    const unpacked = unpackWordCounts(structuredClone(packWordCounts(counts, ALL)));
    expect(makeLexicon([unpacked])).toEqual(makeLexicon([counts]));
    const others = countsOf('The insulin of the pump is low.');
    expect(makeLexicon([others, unpacked]).forms).toBe(makeLexicon([others, counts]).forms);
  });

  it('leave out what is rare, and the neighbours of words that are always nouns or never', () => {
    const packed = packWordCounts(countsOf(...TEXTS), { form: 4, context: 2 });
    expect(packed.forms.split(' ')).toEqual(['guide', 'report']);
    expect(packed.contexts.split(' ').every((context) => /^(?:guide|report)\//.test(context))).toBe(true);
    expect(packWordCounts(countsOf(...TEXTS), ALL).contexts).not.toMatch(/(?:^| )glucose\//);
  });
});
