import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { createIndexLinker } from '../../../src/extensions/label-index/index-linker.js';
import { LABEL_INDEX_NAME } from '../../../src/model/label-index.js';
import type { LabelIndex } from '../../../src/extensions/label-index/label-index-file.js';
import { entityLinkerContract } from '../../contracts/entity-linker.js';
import { countLine, dumpFolder, indexOf, labelLine, pointerLine } from '../../support/label-dumps.js';
import { tinyAnnotator } from '../../support/tiny-annotator.js';
import { openAnnotator } from '../../../src/judging/judge/english.js';

const tiny = tinyAnnotator({ classes: { bush: 'person' } });
const frequencyOf = (lemma: string): number => (lemma === 'bank' || lemma === 'time' ? 500 : 0);
const NAMES = [
  'Insulin',
  'Insulin pump',
  'Blood pressure',
  'Paris',
  'Time',
  '1984',
  'X',
  'IT',
  'AIDS',
  "Alzheimer's disease",
  'The Beatles',
  'The Heart',
  'Saint-Denis',
  'Bush',
  'C-peptide',
  'Café Müller',
  'Mercury (planet)',
  'Mercury (element)',
  'Mercury',
  'Planet',
];
const LINES = [
  ...NAMES.map((name) => labelLine(name)),
  labelLine('Paris', 'de', 'Lutetia'),
  // A chain of redirects, of which only the first has a label.
  labelLine('Insulin pumps'),
  pointerLine('wikiPageRedirects', 'Insulin pumps', 'Pump therapy'),
  pointerLine('wikiPageRedirects', 'Pump therapy', 'CSII'),
  pointerLine('wikiPageRedirects', 'CSII', 'Insulin pump'),
  pointerLine('wikiPageRedirects', 'Round', 'About'),
  pointerLine('wikiPageRedirects', 'About', 'Round'),
  // 'Mercury' is a disambiguation page; one of its meanings is named by a redirect.
  labelLine('Quicksilver'),
  pointerLine('wikiPageRedirects', 'Quicksilver', 'Mercury (element)'),
  pointerLine('wikiPageDisambiguates', 'Mercury', 'Mercury (planet)'),
  pointerLine('wikiPageDisambiguates', 'Mercury', 'Quicksilver'),
  countLine('Mercury (planet)', 900),
  countLine('Mercury (element)', 700),
];

let folder: string;
let index: LabelIndex;
beforeAll(async () => {
  folder = dumpFolder();
  index = await indexOf(folder, LINES);
});
afterAll(() => rmSync(folder, { recursive: true }));

entityLinkerContract('label index', () => createIndexLinker(index, frequencyOf));

async function links(text: string, annotator = tiny): Promise<string[]> {
  const found = await createIndexLinker(index, frequencyOf).link(annotator.annotate(text));
  return found.map(
    ({ begin, end, iri }) => `${text.slice(begin, end)}>${iri.replace('http://dbpedia.org/resource/', '')}`,
  );
}

describe('linking by a label index', () => {
  it('takes the longest name, whatever its case and number, across hyphens', async () => {
    expect(
      await links('The insulin pump gives insulin; INSULIN Pumps raise blood-pressure in Saint Denis.'),
    ).toEqual([
      'insulin pump>Insulin_pump',
      'insulin>Insulin',
      'INSULIN Pumps>Insulin_pump',
      'blood-pressure>Blood_pressure',
      'Saint Denis>Saint-Denis',
    ]);
    expect(await links('A blood, pressure and blood/pressure.')).toEqual([]);
  });

  it('follows redirects to their end, and gives those without label the name in their IRI', async () => {
    expect(await links('With pump therapy and CSII.')).toEqual([
      'pump therapy>Insulin_pump',
      'CSII>Insulin_pump',
    ]);
  });

  it('takes labels of one language only', async () => {
    expect(await links('She went to Lutetia and Paris.')).toEqual(['Paris>Paris']);
  });

  it('chooses by use where the text says nothing, else by the text, and never links to a disambiguation page', async () => {
    expect(await links('We saw Mercury.')).toEqual(['Mercury>Mercury_(planet)']);
    expect(
      await links('We saw Mercury: an element like this element, and an element that is liquid.'),
    ).toEqual(['Mercury>Mercury_(element)']);
    expect(await links('Quicksilver of old.')).toEqual(['Quicksilver>Mercury_(element)']);
  });

  it('leaves numbers, stop words, common words and parts of persons’ names alone', async () => {
    expect(await links('In 1984 time and x of the heart. It is George Bush.')).toEqual([]);
    expect(await links('We saw the Bush of The Beatles, and Time.')).toEqual([
      'Bush>Bush',
      'The Beatles>The_Beatles',
      'Time>Time',
    ]);
  });

  it('knows acronyms by their capitals', async () => {
    expect(await links('The aids of IT and AIDS, and it goes on.')).toEqual(['IT>IT', 'AIDS>AIDS']);
    expect(await links('HOW IT WORKS')).toEqual([]);
  });

  it('reads what the annotator of the product makes of a text', async () => {
    const text =
      'Alzheimer’s disease was seen in Saint-Denis. The insulin pumps measure C-peptide at Café Müller. Mercury is a planet.';
    expect(await links(text, openAnnotator())).toEqual([
      "Alzheimer’s disease>Alzheimer's_disease",
      'Saint-Denis>Saint-Denis',
      'insulin pumps>Insulin_pump',
      'C-peptide>C-peptide',
      'Café Müller>Café_Müller',
      'Mercury>Mercury_(planet)',
      'planet>Planet',
    ]);
  });

  it('carries its name and the checksum of the index', () => {
    const linker = createIndexLinker(index, frequencyOf);
    expect(linker.name).toBe(LABEL_INDEX_NAME);
    expect(index.checksum.startsWith(linker.version)).toBe(true);
  });
});
