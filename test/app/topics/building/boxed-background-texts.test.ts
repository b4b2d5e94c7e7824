import { describe, expect, it } from '@jest/globals';
import type { TrainingText } from '../../../../src/judging/topic/scorer.js';
import { packTexts } from '../../../../scripts/pack-texts.js';
import { unpackTexts } from '../../../../src/app/topics/building/boxed-background.js';
import type { PageContent } from '../../../../src/judging/topic/page-content.js';
import { sorted } from '../../../support/sorted-content.js';

const none = new Map<string, number>();
const headline = new Map([['hive', 1]]);

function content(body: readonly (readonly [string, number])[], nouns: PageContent['nouns']): PageContent {
  return { sections: { headline, keywords: none, anchors: none, body: new Map(body) }, nouns };
}

const whole = content(
  [
    ['queen', 3],
    ['bee', 12],
    ['colony', 3],
    ['ärger', 1],
  ],
  { lemmas: ['queen bee', 'bee', 'colony'], mentions: [2, 12, 3], linked: [false, true, true] },
);
const part = content([['queen', 1]], { lemmas: ['queen bee'], mentions: [1], linked: [false] });
const text: TrainingText = { ...whole, beginning: part };
const short: TrainingText = { ...part };

describe('packTexts', () => {
  it('keeps all counts and beginnings', () => {
    expect(unpackTexts(packTexts([text, short]))).toEqual([text, short].map(sorted));
    expect(unpackTexts(packTexts([]))).toEqual([]);
  });

  it('survives JSON, and does not depend on the order of words and nouns', () => {
    const packed = packTexts([text, short]);
    expect(unpackTexts(JSON.parse(JSON.stringify(packed)) as typeof packed)).toEqual(unpackTexts(packed));
    const turned = content([...whole.sections.body].reverse(), {
      lemmas: ['colony', 'bee', 'queen bee'],
      mentions: [3, 12, 2],
      linked: [true, true, false],
    });
    expect(packTexts([{ ...text, ...turned }, short])).toEqual(packed);
  });
});
