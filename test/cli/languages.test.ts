import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENGLISH_TEXT, FOREIGN_TEXTS } from '../support/foreign-texts.js';
import { GERMAN, PAGES, SPANISH, type TextsInLanguage } from '../support/other-languages.js';
import { writeFiles } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { sfwc } from './run.js';

const root = temporaryFolder();
const kb = join(root, 'kb');
const imkerei = ['--kb', kb, '--topic', 'imkerei'];
const pageFiles = {
  bienen: FOREIGN_TEXTS.de,
  suppe: PAGES.germanKitchen,
  fromage: PAGES.frenchCheese,
  train: PAGES.frenchTrain,
  cafe: PAGES.spanishCoffee,
  bees: ENGLISH_TEXT,
};
const fileOf = (name: string): string => join(root, 'pages', `${name}.txt`);

beforeAll(async () => {
  await writeTexts('german', GERMAN);
  await writeTexts('spanish', SPANISH);
  await writeFiles(
    join(root, 'pages'),
    Object.fromEntries(Object.entries(pageFiles).map(([name, text]) => [`${name}.txt`, text])),
  );
  expect(await built('imkerei', 'german', '--background', source('german-others'))).toMatchObject({
    code: 0,
  });
  expect(await built('café', 'spanish', '--background', source('spanish-others'))).toMatchObject({ code: 0 });
});

async function writeTexts(name: string, { about, others }: TextsInLanguage): Promise<void> {
  await writeRecords(name, about);
  await writeRecords(`${name}-others`, others);
}

async function writeRecords(name: string, texts: readonly string[]): Promise<void> {
  const records = texts.map((whole, place) => {
    const [title = '', text = ''] = whole.split('\n');
    return JSON.stringify({ id: `${name} ${place}`, title, text });
  });
  await writeFile(source(name), records.join('\n'));
}

function source(name: string): string {
  return join(root, `${name}.jsonl`);
}

function built(topic: string, corpus: string, ...more: readonly string[]) {
  return sfwc(['build', source(corpus), '--kb', kb, '--topic', topic, ...more]);
}

async function classified(names: readonly string[], ...more: readonly string[]) {
  const { stdout } = await sfwc(['classify', ...names.map(fileOf), ...more, '--json']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('a topic in another language than English', () => {
  it('states its language, and has nouns where they are found in it', async () => {
    const info = await sfwc(['kb', 'info', join(kb, 'imkerei')]);
    expect(info.stdout).toMatch(/^ {2}language {4}German\n/m);
    expect(info.stdout).toMatch(/^ {2}IDF {9}μ [\d.]+, σ [\d.]+ bits/m);
    expect(info.stdout).toMatch(/made by {5}nouns-de\/\d+; linkers gazetteer;/);
    const query = `PREFIX sfwc: <http://sfwcrawler.com/core#> PREFIX dcterms: <http://purl.org/dc/terms/>
      PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
      SELECT DISTINCT ?language ?noun WHERE {
        GRAPH ?g { ?topic a sfwc:Topic ; dcterms:language ?language . ?e a sfwc:Entity ; nif:anchorOf ?noun }
        FILTER(?noun IN ("bienenvolk", "honig", "café", "grano de café"))
      } ORDER BY ?language ?noun`;
    const { stdout } = await sfwc(['query', kb, query, '--format', 'csv']);
    expect(stdout.trim().split(/\r?\n/)).toEqual(
      expect.arrayContaining(['language,noun', 'de,bienenvolk', 'de,honig', 'es,café', 'es,grano de café']),
    );
    expect((await sfwc(['kb', 'validate', join(kb, 'imkerei.nq.gz')])).code).toBe(0);
  });

  it('judges pages in its language by their words, and rejects others for their language', async () => {
    const [bienen, suppe, cafe, bees] = await classified(['bienen', 'suppe', 'cafe', 'bees'], ...imkerei);
    expect(bienen).toMatchObject({ accepted: true, classifier: 'ensemble' });
    expect(suppe).toMatchObject({ accepted: false });
    expect(suppe).not.toHaveProperty('otherLanguage');
    const reason = 'and only pages in German are judged';
    expect(cafe).toMatchObject({
      otherLanguage: 'es',
      reason: `rejected: the page is in Spanish, ${reason}`,
    });
    expect(bees).toMatchObject({
      otherLanguage: 'en',
      reason: `rejected: the page is in English, ${reason}`,
    });
    const [any] = await classified(['bees', 'cafe'], ...imkerei, '--any-language');
    expect(any).not.toHaveProperty('otherLanguage');
  });

  // The words that each language lists as its most frequent ones tell which it is; the names are what is counted.
});
