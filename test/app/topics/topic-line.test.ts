import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { judgeHereBy } from '../../support/judge-here.js';
import { LINE_DOCUMENT } from '../../../src/knowledge/files/corpus-record.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { conceptNouns } from '../../../src/knowledge/places/topic-facts.js';
import { dcterms } from '../../../src/model/vocabulary.js';
import { once } from '../../../src/support/once.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { textPage } from '../../support/small-topic.js';
import { placesIn } from '../../support/temporary-folder.js';
import { beeTopic } from '../../support/bee-topic.js';

const { root, bees, others } = beeTopic();
const fresh = placesIn(root);
const LINE = 'Beekeeping: honey bees, hives, queens and wax';

const line = once(async () => {
  const kb = fresh();
  const warnings: string[] = [];
  const onWarning = (message: string) => void warnings.push(message);
  await buildTopic([], { topic: 'bees', kb, about: LINE }, { onWarning });
  return { kb, warnings };
});
// It reads the background that comes with sfwc.
beforeAll(() => line());

async function descriptionsOf(kb: string): Promise<readonly string[]> {
  const topic = await openTopic(kb, 'bees');
  const { rows } = await topic.kb.select(
    `SELECT ?line { <${topic.facts.iri}> <${dcterms.description}> ?line }`,
  );
  return rows.map((row) => row['line']?.value ?? '');
}

async function documentsOf(kb: string): Promise<readonly string[]> {
  const topic = await openTopic(kb, 'bees');
  const { rows } = await topic.kb.select(`SELECT ?id { ?document <${dcterms.identifier}> ?id } ORDER BY ?id`);
  return rows.map((row) => row['id']?.value ?? '');
}

async function judged(kb: string, text: string) {
  const judge = await judgeHereBy(await openTopic(kb, 'bees'));
  return judge(textPage(text));
}
const some = (texts: Readonly<Record<string, string>>): string => Object.values(texts).slice(0, 3).join('\n');

describe('a topic of a line alone', () => {
  it('consists of the line, and says that this is little', async () => {
    const { kb, warnings } = await line();
    expect(await documentsOf(kb)).toEqual([LINE_DOCUMENT]);
    expect(await descriptionsOf(kb)).toEqual([LINE]);
    expect((await openTopic(kb, 'bees')).facts).toMatchObject({ about: LINE, documents: 1 });
    expect(warnings).toEqual([expect.stringMatching(/^the topic has only a line: .*--add/)]);
  });

  it('holds the nouns of the line with those below them in WordNet, as SKOS', async () => {
    const { facts, kb } = await openTopic((await line()).kb, 'bees');
    const weights = new Map(await conceptNouns(kb, facts.iri));
    expect(weights.get('hive')).toBeGreaterThan(0.5);
    expect(weights.get('africanized bee')).toBeLessThan(weights.get('bee')!);
    const { rows } = await kb.select(`PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
      SELECT ?label { ?below skos:prefLabel "Africanized bee" ; skos:broader/skos:prefLabel ?label }`);
    expect(rows.map((row) => row['label']?.value)).toEqual(['honeybee']);
  });

  it('is judged by how near pages are to the line, and by its concepts', async () => {
    const { kb } = await line();
    const about = await judged(kb, some(BEE_TEXTS));
    expect(about).toMatchObject({ accepted: true, classifier: 'ensemble' });
    expect(about.reason.members?.map(({ member }) => member)).toEqual([
      'line',
      'first line',
      'concepts',
      'first concepts',
    ]);
    expect((await judged(kb, some(OTHER_TEXTS))).accepted).toBe(false);
  });
});

describe('a topic with a vocabulary', () => {
  it('is judged by the concepts of the vocabulary with those below them in WordNet', async () => {
    const [kb, file] = [fresh(), fresh()];
    const concepts = ['Insects', 'Hive frames'].map(
      (label, place) => `<http://v.example/${place}> a skos:Concept ; skos:prefLabel "${label}"@en .`,
    );
    const prefix = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .';
    await writeFile(`${file}.ttl`, [prefix, ...concepts].join('\n'));
    await buildTopic([bees], { topic: 'bees', kb, background: [others], vocabulary: [`${file}.ttl`] });
    const { facts, kb: store } = await openTopic(kb, 'bees');
    const weights = new Map(await conceptNouns(store, facts.iri));
    expect(weights.get('insect')).toBeGreaterThan(weights.get('bee') ?? 1);
    expect([weights.has('queen bee'), weights.get('hive frame')]).toEqual([true, 1]);
    const { reason } = await judged(kb, 'The queen bee and the bees of the hive feed on honey. '.repeat(5));
    const opinion = reason.members?.find(({ member }) => member === 'concepts');
    expect(opinion?.score).toBeGreaterThan(0);
    expect(opinion?.odds).not.toBe(0);
  });
});

it('warns of near-duplicate texts, also under different titles', async () => {
  const text = Object.values(BEE_TEXTS).join('\n\n');
  const texts = {
    'a.txt': text,
    'b.txt': `Another title\n\n${text}`,
    'c.txt': Object.values(OTHER_TEXTS)[0] ?? '',
  };
  const warnings: string[] = [];
  const folder = await writeFiles(join(root, 'copies'), texts);
  await buildTopic([folder], { topic: 'copies', kb: fresh() }, { onWarning: (said) => warnings.push(said) });
  expect(warnings).toContainEqual(
    expect.stringMatching(/^near-duplicate texts in .*: 1 \(b\.txt repeats a\.txt\); leave them out$/),
  );
});
