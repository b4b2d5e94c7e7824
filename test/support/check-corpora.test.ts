import { describe, expect, it } from '@jest/globals';
import { checkConllu, checkTei } from './check-corpora.js';

const word = (...columns: readonly string[]): string => [...columns, '_', '_', '_', '_'].join('\t');
const sentence = (text: string, ...lines: readonly string[]): string =>
  ['# sent_id = 1', `# text = ${text}`, ...lines, '', ''].join('\n');
const bee = word('1', 'Bee', 'bee', 'NOUN', 'NN');

describe('the checker of CoNLL-U', () => {
  it('takes valid sentences', () => {
    expect(checkConllu(sentence('Bee', `${bee}\t_`))[0]?.words[0]).toMatchObject({ lemma: 'bee' });
    expect(checkConllu('')).toEqual([]);
  });

  it.each([
    ['nine columns', sentence('Bee', bee)],
    ['a number that is left out', sentence('Bee', `${bee.replace('1', '2')}\t_`)],
    ['an unknown tag', sentence('Bee', `${bee.replace('NOUN', 'N')}\t_`)],
    ['another text', sentence('Bees', `${bee}\t_`)],
    ['an empty column', sentence('Bee', `${bee.replace('bee', '')}\t_`)],
    ['no empty line', sentence('Bee', `${bee}\t_`).trimEnd()],
    ['an id twice', sentence('Bee', `${bee}\t_`).repeat(2)],
    ['no id', sentence('Bee', `${bee}\t_`).replace('sent_id', 'id')],
  ])('refuses %s', (_, text) => {
    expect(() => checkConllu(text)).toThrow('not a valid corpus');
  });
});

describe('the checker of TEI', () => {
  const header =
    '<teiHeader><fileDesc><titleStmt><title/></titleStmt><publicationStmt/><sourceDesc/></fileDesc></teiHeader>';
  const corpus = (inside: string): string =>
    `<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">${header}${inside}</teiCorpus>`;
  const text = (inside: string): string =>
    `<TEI xml:id="d1">${header}<text><body>${inside}</body></text></TEI>`;

  it('takes valid corpora', () => {
    expect(checkTei(corpus(text('<p><s><w>a</w></s></p>')))).toHaveLength(1);
  });

  it.each([
    ['an empty body', corpus(text(''))],
    ['words without a sentence', corpus(text('<p><w>a</w></p>'))],
    ['an unknown attribute', corpus(text('<p><s><w tag="x">a</w></s></p>'))],
    ['text without a word', corpus(text('<p><s>a</s></p>'))],
    ['an id twice', corpus(text('<p/>').repeat(2))],
    ['no title', corpus(text('<p/>')).replace('<title/>', '')],
  ])('refuses %s', (_, document) => {
    expect(() => checkTei(document)).toThrow('not a valid corpus');
  });
});
