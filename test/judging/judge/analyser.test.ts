import { describe, expect, it } from '@jest/globals';
import { annotateText, createLinking } from '../../../src/judging/judge/analyser.js';
import type { AnalyserPlan } from '../../../src/language/linking/linker.js';
import { openAnnotator } from '../../../src/language/text/english.js';
import { NO_PLUGINS } from '../../../src/judging/plugins/registry.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';

const wordNet = openWordNet();
const annotator = openAnnotator(wordNet);
const LABELS: AnalyserPlan['labels'] = [
  [{ label: 'insulin pump', iri: 'http://m.example/Insulin_pump', kind: 'preferred' }],
  [{ label: 'insulin', iri: 'http://m.example/Insulin', kind: 'preferred' }],
];
const TEXT = 'The insulin pump gives insulin to the patient.';

async function linksOf(plan: AnalyserPlan, text = TEXT): Promise<[string, string | undefined][]> {
  const link = createLinking(plan, { wordNet, annotator, plugins: NO_PLUGINS });
  const nouns = await link(await annotateText(text, annotator));
  return nouns.map(({ lemma, linker }) => [lemma, linker]);
}

describe('createLinking', () => {
  it('asks the linkers in the order of the plan', async () => {
    expect(await linksOf({ linkers: ['gazetteer', 'wordnet'], labels: LABELS })).toEqual(
      expect.arrayContaining([
        ['insulin pump', 'gazetteer'],
        ['insulin', 'gazetteer'],
        ['patient', 'wordnet'],
      ]),
    );
    expect(await linksOf({ linkers: ['wordnet', 'gazetteer'], labels: LABELS })).toEqual(
      expect.arrayContaining([['insulin', 'wordnet']]),
    );
  });

  it('reads letters with accents alike, however they are encoded', async () => {
    const plan: AnalyserPlan = {
      linkers: ['gazetteer'],
      labels: [[{ label: 'Café Müller', iri: 'http://m.example/cafe', kind: 'preferred' }]],
    };
    const text = 'She met him in the Café Müller on the corner.';
    expect(await linksOf(plan, text.normalize('NFD'))).toEqual(await linksOf(plan, text.normalize('NFC')));
    expect((await linksOf(plan, text.normalize('NFD'))).flat()).toContain('gazetteer');
  });
});
