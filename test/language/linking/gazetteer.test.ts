import { describe, expect, it } from '@jest/globals';
import { createGazetteer } from '../../../src/language/linking/gazetteer.js';
import type { LabelEntry, LabelKind } from '../../../src/language/linking/labels/label-entry.js';
import { entityLinkerContract } from '../../contracts/entity-linker.js';
import { tinyAnnotator } from '../../support/tiny-annotator.js';

const annotator = tinyAnnotator({ others: ['type', 'wall'], lemmas: { indices: 'index' } });

function entry(
  label: string,
  iri = `urn:${label.replaceAll(' ', '_')}`,
  kind: LabelKind = 'preferred',
): LabelEntry {
  return { label, iri, kind };
}

/** Links of a text as 'surface>iri'. */
async function links(
  text: string,
  sources: readonly (readonly LabelEntry[])[],
  using = annotator,
): Promise<string[]> {
  const found = await createGazetteer(sources, using).link(using.annotate(text));
  return found.map(({ begin, end, iri }) => `${text.slice(begin, end)}>${iri.replace('urn:', '')}`);
}

const words = [
  'insulin',
  'insulin pump',
  'blood pressure',
  'Paris',
  'IT',
  'AIDS',
  '1984',
  'x',
  "Alzheimer's disease",
  'bank',
];
entityLinkerContract('gazetteer', () => createGazetteer([words.map((word) => entry(word))], annotator));

describe('gazetteer', () => {
  it('takes the longest label, and goes on behind it', async () => {
    const labels = ['insulin', 'insulin pump', 'pump', 'insulin pump therapy group'].map((label) =>
      entry(label),
    );
    expect(await links('The insulin pump therapy of insulin and pump.', [labels])).toEqual([
      'insulin pump>insulin_pump',
      'insulin>insulin',
      'pump>pump',
    ]);
  });

  it('matches inflected forms on both sides, without regard to case', async () => {
    const labels = [entry('Insulin pumps'), entry('Index')];
    expect(await links('An INSULIN Pump and indices.', [labels])).toEqual([
      'INSULIN Pump>Insulin_pumps',
      'indices>Index',
    ]);
  });

  it('prefers the label as written to one that is equal by lemma only', async () => {
    const labels = [entry('Glasses'), entry('Glass')];
    const using = tinyAnnotator({ lemmas: { glasses: 'glass' } });
    expect(await links('The glasses and the glass.', [labels], using)).toEqual([
      'glasses>Glasses',
      'glass>Glass',
    ]);
  });

  it('lets hyphens and blanks stand between the words, and nothing else', async () => {
    const labels = [entry('blood pressure')];
    expect(
      await links('Of blood-pressure, blood\tpressure, blood, pressure and blood/pressure.', [labels]),
    ).toEqual(['blood-pressure>blood_pressure', 'blood\tpressure>blood_pressure']);
    expect(await links('In blood. Pressure is on.', [labels])).toEqual([]);
  });

  it('keeps the possessive of a name apart from the name without', async () => {
    expect(await links('The Alzheimer’s disease.', [[entry("Alzheimer's disease")]])).toEqual([
      "Alzheimer’s disease>Alzheimer's_disease",
    ]);
    expect(await links("Kate's bush and Kate Bush.", [[entry('Kate Bush')]])).toEqual([
      'Kate Bush>Kate_Bush',
    ]);
  });

  it('never links numbers, dates and single letters, but names that hold them', async () => {
    const labels = ['1984', 'C', '5', 'Monday', '5 5', 'Vitamin C'].map((label) => entry(label));
    expect(await links('In 1984 C and 5 5 on Monday vitamin C.', [labels])).toEqual(['vitamin C>Vitamin_C']);
  });

  it('links an acronym only in capitals, and a word that reads alike not in a headline of capitals', async () => {
    const labels = [entry('IT'), entry('AIDS'), entry('CPU')];
    expect(await links('The aids of IT and AIDS; it has CPUs.', [labels])).toEqual([
      'IT>IT',
      'AIDS>AIDS',
      'CPUs>CPU',
    ]);
    expect(await links('HOW IT WORKS', [labels])).toEqual([]);
  });

  it('chooses among resources with one label by source, kind and IRI', async () => {
    const user = [entry('bank', 'urn:user', 'alternative')];
    const corpus = [entry('Bank', 'urn:corpus')];
    expect(await links('The bank.', [user, corpus])).toEqual(['bank>user']);
    expect(await links('The bank.', [corpus, user])).toEqual(['bank>corpus']);
    const kinds: LabelKind[] = ['alternative', 'preferred'];
    expect(await links('The bank.', [kinds.map((kind) => entry('bank', `urn:${kind}`, kind))])).toEqual([
      'bank>preferred',
    ]);
    expect(await links('The bank.', [[entry('bank', 'urn:b'), entry('bank', 'urn:a')]])).toEqual(['bank>a']);
  });
});
