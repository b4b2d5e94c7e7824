import { describe, expect, it } from '@jest/globals';
import { openWordNetLinker } from '../../../src/language/linking/wordnet-linker.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';
import type { Annotator } from '../../../src/model/noun.js';
import { entityLinkerContract } from '../../contracts/entity-linker.js';
import { tinyAnnotator } from '../../support/tiny-annotator.js';

const wordNet = openWordNet();
const linker = openWordNetLinker(wordNet);
const annotator = tinyAnnotator({
  classes: {
    bush: 'person',
    king: 'person',
    cook: 'person',
    apple: 'organisation',
    paris: 'place',
    president: 'person',
  },
  others: ['large', 'banned', 'met', 'lives', 'grows'],
  lemmas: { data: 'data', feet: 'foot' },
});

entityLinkerContract('wordnet', () => openWordNetLinker(wordNet));

/** Links of a text as [surface, first words of the synset]. */
async function links(text: string, using: Annotator = annotator): Promise<string[][]> {
  const found = await linker.link(using.annotate(text));
  return found.map(({ begin, end, iri }) => [
    text.slice(begin, end),
    wordNet
      .synset(Number(/(\d{8})-n$/.exec(iri)?.[1]))
      ?.words.slice(0, 2)
      .join(', ') ?? '',
  ]);
}

async function surfaces(text: string, using: Annotator = annotator): Promise<string[]> {
  return (await links(text, using)).map(([surface]) => surface ?? '');
}

/** The gloss of the sense given to the first mention of a noun. */
async function glossOf(noun: string, text: string): Promise<string | undefined> {
  const found = await linker.link(annotator.annotate(text));
  const link = found.find(({ begin, end }) => text.slice(begin, end).toLowerCase() === noun.toLowerCase());
  return link && wordNet.synset(Number(/(\d{8})-n$/.exec(link.iri)?.[1]))?.gloss;
}

describe('wordnet linker: what is linked', () => {
  it('links the longest run that WordNet holds, inflected or hyphenated', async () => {
    expect(await links('The blood pressures, blood-pressure and blood.')).toEqual([
      ['blood pressures', 'blood pressure'],
      ['blood-pressure', 'blood pressure'],
      ['blood', 'blood'],
    ]);
    expect(await surfaces('The theory of relativity, Alzheimer’s disease and vitamin A.')).toEqual([
      'theory of relativity',
      'Alzheimer’s disease',
      'vitamin A',
    ]);
  });

  it('links no months and weekdays, but a march and the sun', async () => {
    expect(await surfaces('In the March of it, in May, the Tuesday and Jan.')).toEqual([]);
    expect(await surfaces('The march to the sun.')).toEqual(['march', 'sun']);
  });
});

describe('wordnet linker: names', () => {
  it('links a person only to a person', async () => {
    expect(await glossOf('Bush', 'In it was Bush.')).toMatch(/President|engineer/);
    expect(await glossOf('bush', 'In it was a bush.')).toMatch(/plant/);
  });

  it('does not link a part of a person’s name that it does not know', async () => {
    expect(await surfaces('It was Kate Bush.')).toEqual([]);
    expect(await surfaces('It was George Bush.')).toEqual(['George Bush']);
  });

  it('takes a short name for what the text names in full', async () => {
    const text = 'It was George Herbert Walker Bush, and it was Bush. Bush was it, and Bush.';
    expect(await glossOf('Bush', text)).toMatch(/^vice president/);
    expect(await glossOf('Bush', text.replace('Herbert Walker', 'Walker'))).toMatch(/^43rd/);
    const all = await links(text);
    expect(new Set(all.map(([, words]) => words))).toEqual(new Set(['Bush, George Bush']));
    expect(all).toHaveLength(4);
  });

  it('links the name of an organisation or place to no common noun', async () => {
    expect(await surfaces('In it was Apple.')).toEqual([]);
    expect(await glossOf('Paris', 'In it was Paris.')).toMatch(/capital/);
  });

  it('keeps what is written small apart from names and acronyms', async () => {
    expect(await glossOf('china', 'In it was china.')).toMatch(/porcelain|dishware/);
    expect(await glossOf('China', 'In it was China.')).toMatch(/nation|republic/);
    expect(await glossOf('aids', 'In it was aids.')).not.toMatch(/immun/);
    expect(await glossOf('AIDS', 'In it was AIDS.')).toMatch(/immun/);
    expect(await glossOf('banks', 'In it was banks.')).not.toMatch(/botanist/);
    expect(await glossOf('linux', 'In it was linux.')).toMatch(/operating system/);
  });
});

describe('wordnet linker: senses', () => {
  it('chooses by what the text is about', async () => {
    const river = 'The bank of a river, the water and the slope, a stream and its current, sand and shore.';
    const money =
      'The bank of finance lends money, keeps deposits and credit, a loan and checks, capital and accounts.';
    expect(await glossOf('bank', river)).toMatch(/sloping land/);
    expect(await glossOf('bank', money)).toMatch(/financial institution/);
    const biology = 'The cell of an organism has a nucleus; biology names tissues and colonies of cells.';
    const prison = 'The cell of a prison is a room where a prisoner is kept in jail.';
    expect(await glossOf('cell', biology)).toMatch(/biology/);
    expect(await glossOf('cell', prison)).toMatch(/prisoner/);
  });

  it('gives a noun one sense per text', async () => {
    const text = 'The bank of a river. The banks and the bank. Finance is of money.';
    const found = (await links(text)).filter(([surface]) => surface?.startsWith('bank'));
    expect(found).toHaveLength(3);
    expect(new Set(found.map(([, words]) => words)).size).toBe(1);
  });
});
