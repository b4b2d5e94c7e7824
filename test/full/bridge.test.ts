import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sfwc } from '../cli/run.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const root = temporaryFolder();
const [kb, out] = [join(root, 'kb'), join(root, 'out')];

const VOCABULARY = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://ex.org/> .
ex:bee a skos:Concept ; skos:prefLabel "bee"@en, "Biene"@de ; skos:altLabel "honey bee"@en, "Honigbiene"@de .
ex:keeper a skos:Concept ; skos:prefLabel "beekeeper"@en, "Imker"@de .
ex:hive a skos:Concept ; skos:prefLabel "hive"@en, "Bienenstock"@de .
ex:honey a skos:Concept ; skos:prefLabel "honey"@en, "Honig"@de .
ex:queen a skos:Concept ; skos:prefLabel "queen"@en, "Königin"@de .
ex:wax a skos:Concept ; skos:prefLabel "wax"@en, "Wachs"@de .
ex:swarm a skos:Concept ; skos:prefLabel "swarm"@en, "Schwarm"@de .
`;

const BEES = `Der Imker öffnet an warmen Tagen den Bienenstock und sieht nach, ob die Königin noch Eier legt und ob genug Honig in den
Waben ist. Die Biene trägt Nektar und Pollen ein, und aus ihren Drüsen kommt das Wachs, mit dem sie baut. Wird der Bienenstock zu
eng, zieht ein Schwarm mit der alten Königin aus und sucht sich eine neue Höhle. Dann muss der Imker schnell sein, wenn er den Schwarm
behalten will. Im Sommer schleudert er den Honig und füllt ihn in Gläser. Im Herbst gibt er Zuckerwasser, damit jede Biene durch den
Winter kommt. Viele Menschen lernen heute in der Stadt, wie man mit der Honigbiene umgeht, und stellen den Bienenstock auf das Dach
eines Hauses. Das Wachs nimmt der Imker für Kerzen, und der Honig schmeckt in jedem Jahr ein wenig anders als im Jahr davor.
Wer selbst anfangen will, geht am besten zuerst einem Imker in der Nähe zur Hand, denn aus Büchern allein lernt das niemand.`;

const LAKE = `Der Weg beginnt am Bahnhof und führt durch den Wald hinauf zu einer Hütte, von der man weit über den See blickt. Im Sommer ist
es dort voll, im Herbst hat man den Pfad fast für sich allein. Wer früh aufbricht, sieht den Nebel über dem Wasser. Für den Abstieg
braucht man feste Schuhe, denn nach Regen werden die Steine glatt. Unten wartet ein Gasthaus mit Kuchen und Kaffee. Die letzte Bahn
fährt um sieben Uhr, und wer sie verpasst, muss mit dem Bus über das Nachbardorf zurück in die Stadt fahren, was gut zwei Stunden
dauert. Im Winter fährt der Bus nur an Werktagen, und der Weg zur Hütte liegt unter tiefem Schnee. Dann gehen dort oben nur wenige, und
die Hütte ist geschlossen. Im Frühling öffnet sie wieder, und die Wirtin stellt Tische auf die Wiese vor dem Haus.`;

const page = (title: string, text: string): string =>
  `<html lang="de"><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;

beforeAll(async () => {
  await writeFiles(join(root, 'web'), {
    'seed.example/index.html':
      '<html><body><a href="http://imker.example/">Imker</a> <a href="http://see.example/">See</a></body></html>',
    'imker.example/index.html': page('Beim Imker', BEES),
    'see.example/index.html': page('Am See', LAKE),
  });
  await writeFiles(root, {
    'bees.ttl': VOCABULARY,
    'english.ttl': VOCABULARY.replace(/, "[^"]*"@de/g, ''),
    'short.txt': BEES.slice(0, 400),
  });
  await writeFiles(join(root, 'bees'), BEE_TEXTS);
  await writeFiles(join(root, 'others'), OTHER_TEXTS);
  const sources = [join(root, 'bees'), '--background', join(root, 'others'), '--kb', kb];
  for (const [topic, ...given] of [
    ['bees', '--vocabulary', join(root, 'bees.ttl')],
    ['english', '--vocabulary', join(root, 'english.ttl')],
    ['plain'],
  ])
    expect(await sfwc(['build', ...sources, '--topic', topic ?? '', ...given])).toMatchObject({ code: 0 });
}, 120_000);

const [imker, see] = ['imker.example', 'see.example'].map((host) =>
  join(root, 'web', host, 'index.html'),
) as [string, string];

const classify = (...given: string[]) => sfwc(['classify', '--kb', kb, '--topic', 'bees', ...given]);

describe('pages in another language than the topic', () => {
  it('are rejected without --bridge, and judged by concepts with it', async () => {
    expect((await classify(imker, '--format', 'text', '--explain')).stdout).toContain(
      'rejected: the page is in German',
    );
    const judged = await classify(imker, '--bridge', '--explain');
    expect(judged.stdout).toMatch(/^accepted: .*by concepts of the page in German$/m);
    expect(judged.stdout).toMatch(/Imker +\+\d.* http:\/\/ex\.org\/keeper/);
    expect((await classify(see, '--bridge', '--explain')).stdout).toMatch(
      /^rejected: .*by concepts of the page in German$/m,
    );
  });

  it('are judged alike among several pages, and when they are short', async () => {
    const judged = await classify(imker, see, join(root, 'short.txt'), '--bridge', '--format', 'text');
    expect(judged.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'accepted',
      'rejected',
      'accepted',
      '',
    ]);
  });

  it('are found by a crawl, with the concepts in its events', async () => {
    const place = ['--kb', kb, '--topic', 'bees', '--seeds', 'http://seed.example/index.html', '--out', out];
    const crawled = await sfwc([
      'crawl',
      ...place,
      '--web',
      join(root, 'web'),
      '--follow',
      'all',
      '--bridge',
    ]);
    expect(crawled).toMatchObject({ code: 0 });
    const events = (await readFile(join(out, 'events.jsonl'), 'utf8')).trim().split('\n');
    const found = events.find((line) => line.includes('"url":"http://imker.example/'));
    expect(found).toMatch(/"accepted":true.*"classifier":"bridge"/);
    expect(found).toContain('"iri":"http://ex.org/keeper"');
  });
});

describe('--bridge', () => {
  it.each([
    [['--topic', 'plain'], "topic 'plain' has no vocabulary"],
    [['--topic', 'english'], 'has labels in English only'],
    [['--topic', 'bees', '--topic', 'english'], 'judges by one topic'],
    [['--topic', 'bees', '--any-language'], 'omit --any-language'],
  ])('refuses %j', async (given, message) => {
    const refused = await sfwc(['classify', imker, '--kb', kb, '--bridge', ...given]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(message);
  });
});
