import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LANGUAGES, type NounLanguage } from '../../../src/extensions/languages/language-rules.js';
import { openNounAnnotator } from '../../../src/extensions/languages/noun-annotator.js';
import type { Annotator, Noun } from '../../../src/model/noun.js';
import { itKeepsTheAnnotatorContract } from '../../contracts/annotator.js';
import { itInFull, rounds } from '../../support/thorough.js';

const CODES = Object.keys(LANGUAGES) as NounLanguage[];
const annotators = new Map<string, Annotator>();
beforeAll(async () => {
  for (const code of CODES) annotators.set(code, await openNounAnnotator(code, `nouns-${code}/1`));
});

function annotatorOf(code: string): Annotator {
  return { name: `nouns-${code}/1`, annotate: (text) => annotators.get(code)!.annotate(text) };
}

function nounsIn(code: string, text: string, kind: Noun['kind'] = 'word'): string[] {
  return annotatorOf(code)
    .annotate(text)
    .nouns.flatMap((noun) => (noun.kind === kind ? [noun.lemma] : []));
}

describe.each(CODES)('the annotator for %s', (code) => {
  itKeepsTheAnnotatorContract(annotatorOf(code), false);

  it('finds the same nouns whether accents are composed or not', () => {
    const letters = fc.constantFrom(...'aeionrstlmbcéèüöäñçãàßœ'.split(''));
    const word = fc.string({ unit: letters, minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const text = words.join(' ').normalize('NFC');
        expect(nounsIn(code, text.normalize('NFD'))).toEqual(nounsIn(code, text));
      }),
      { seed: 7, numRuns: rounds(60, 10) },
    );
  });

  // By the same code in all languages.
  (code === 'de' ? it : itInFull)('reads a text in steps as it reads it whole', () => {
    const text = 'La casa, das Haus, la maison et de huizen. '.repeat(2500);
    const steps = annotators.get(code)!.annotateInSteps!(text);
    let pauses = 0;
    let last = steps.next();
    for (; last.done !== true; last = steps.next()) pauses += 1;
    expect(pauses).toBeGreaterThan(1);
    expect(last.value.nouns.length).toBe(annotatorOf(code).annotate(text).nouns.length);
  });
});

it.each([
  ['de', 'Die Bienenvölker bauen im Frühjahr neue Waben.', ['bienenvolk', 'frühjahr', 'wabe']],
  ['fr', "L'eau des rivières traverse aujourd'hui la ville.", ['eau', 'rivière', 'ville']],
  [
    'es',
    'Los agricultores venden el trigo en los mercados del pueblo.',
    ['agricultor', 'trigo', 'mercado', 'pueblo'],
  ],
  ['it', "La qualità dell'acqua nei fiumi è buona.", ['qualità', 'acqua', 'fiume']],
  ['pt', 'As cidades do país têm muitas escolas.', ['cidade', 'país', 'escola']],
  ['nl', 'De boeren verkopen hun producten op de markt.', ['boer', 'product', 'markt']],
])('finds base forms in %s: %s', (code, text, nouns) => {
  expect(nounsIn(code, text)).toEqual(nouns);
});

it.each([
  [
    'de',
    'Er forscht über erneuerbare Energien und die Entwicklung von Medikamenten.',
    ['erneuerbare energie', 'entwicklung von medikamenten'],
  ],
  ['fr', "La gestion de l'eau dépend des énergies solaires.", ["gestion de l' eau", 'énergie solaire']],
  ['es', 'Las ciencias sociales estudian el cambio de hora.', ['ciencia social', 'cambio de hora']],
  ['it', 'La protezione dei dati riguarda le scienze sociali.', ['protezione dei dati', 'scienza sociale']],
  ['pt', 'A defesa dos direitos exige políticas públicas.', ['defesa dos direitos', 'política pública']],
  ['nl', 'Het gebruik van kunstmatige intelligentie groeit.', ['kunstmatige intelligentie']],
])('finds phrases in %s: %s', (code, text, phrases) => {
  expect(nounsIn(code, text, 'phrase')).toEqual(expect.arrayContaining(phrases));
});

it('takes no contraction and no pronoun at a verb for a noun', () => {
  expect(nounsIn('de', 'Sie stand am Fenster und sah im Garten zum Haus.')).toEqual([
    'fenster',
    'garten',
    'haus',
  ]);
  expect(nounsIn('fr', 'Le pain, dit-il, vient de ce four-là.')).toEqual(['pain', 'four']);
  expect(nounsIn('it', "Nell'estate gli uomini lavorano sull'isola.")).toEqual(['estate', 'uomo', 'isola']);
});

it('keeps compounds with hyphens whole, and names', () => {
  const { nouns } = annotatorOf('de').annotate('In Baden-Württemberg tagt die EU-Kommission.');
  expect(nouns.map(({ surface, tag }) => [surface, tag])).toEqual([
    ['Baden-Württemberg', 'NNP'],
    ['EU-Kommission', 'NN'],
  ]);
});

it.each([
  ['de', 'DIE STADT BAUT EINE NEUE SCHULE', ['stadt', 'schule']],
  ['es', 'LA CIUDAD CONSTRUYE UNA ESCUELA', ['ciudad', 'escuela']],
])('reads capitals in %s', (code, text, nouns) => {
  expect(nounsIn(code, text)).toEqual(expect.arrayContaining(nouns));
});

it('finds nouns whose accents are missing', () => {
  expect(nounsIn('es', 'La educacion y la poblacion de la region')).toHaveLength(3);
});

it('gives offsets of the text as it is given, in a text of several languages', () => {
  const text = 'Le café est bon.\n\nThe coffee is good, says l’ami de l’école.';
  const decomposed = text.normalize('NFD');
  const { nouns } = annotatorOf('fr').annotate(decomposed);
  for (const { begin, end, surface } of nouns) expect(decomposed.slice(begin, end)).toBe(surface);
  expect(nouns.map(({ lemma }) => lemma)).toEqual(expect.arrayContaining(['café', 'ami', 'école']));
});
