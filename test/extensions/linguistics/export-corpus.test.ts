import { describe, expect, it } from '@jest/globals';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pageTextFile } from '../../../src/crawling/store/page-files.js';
import { exportCorpus, type CorpusExportOptions } from '../../../src/extensions/linguistics/api.js';
import { sfwc } from '../../cli/run.js';
import { checkConllu, checkTei, wordsOfTei } from '../../support/check-corpora.js';
import { writeCrawlFolder, type KeptPage } from '../../support/crawl-folder.js';
import { failureOf } from '../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());

function crawlOf(...pages: readonly KeptPage[]): string {
  const out = place();
  writeCrawlFolder(out, pages);
  return out;
}

async function written(out: string, options: CorpusExportOptions = {}): Promise<string> {
  const to = place();
  await exportCorpus(out, { ...options, to });
  return readFileSync(to, 'utf8');
}

const GERMAN =
  'Die Biene fliegt von Blüte zu Blüte und sammelt Nektar, aus dem im Stock der Honig entsteht. ' +
  'Im Winter bleibt sie im Stock und wärmt die Königin, bis im Frühling die ersten Blüten aufgehen.';
const EVIL = '<w> & "q"\u0000\u001b[31m\ud800\uffff';

const out = crawlOf(
  {
    ...{ url: 'http://a.example/', title: 'Bees' },
    text: "A bee isn't a wasp. It stings once.\n\nThe end.",
    event: { rights: { licences: ['https://creativecommons.org/licenses/by/4.0/'] } },
  },
  { url: 'http://a.example/no', title: 'No', text: 'Not accepted.', event: { score: 0.1 } },
  { url: 'http://a.example/de', title: 'Biene', text: GERMAN },
  { url: 'http://a.example/evil?a=1&b="', title: EVIL, text: `Evil ${EVIL} text.` },
  { url: 'http://a.example/long', title: `A ${'very '.repeat(10_000)} long title`, text: '\u200b' },
);

describe('a corpus as CoNLL-U', () => {
  it('is valid, and has the accepted pages in their order', async () => {
    const sentences = checkConllu(await written(out));
    expect(sentences.flatMap(({ comments }) => comments['newdoc id'] ?? [])).toEqual(['d1', 'd2', 'd3']);
    expect(sentences.slice(0, 3).map(({ comments }) => comments)).toEqual([
      {
        ...{ 'newdoc id': 'd1', url: 'http://a.example/', title: 'Bees', date: '2024-01-01T00:00:00.000Z' },
        ...{ 'newpar id': 'd1-p1', sent_id: 'd1-p1-s1', text: "A bee isn't a wasp." },
      },
      { sent_id: 'd1-p1-s2', text: 'It stings once.' },
      { 'newpar id': 'd1-p2', sent_id: 'd1-p2-s1', text: 'The end.' },
    ]);
    expect(sentences[0]?.words.map(({ form, lemma }) => `${form}/${lemma}`).join(' ')).toBe(
      "A/a bee/bee is/be n't/not a/a wasp/wasp ./.",
    );
    expect(sentences.at(-1)?.comments['text']).toBe('Evil <w> & "q" [31m\ufffd text.');
  });
});

describe('a corpus as vertical text', () => {
  it('has structures and words that cannot be mistaken for each other', async () => {
    const lines = (await written(out, { format: 'vertical' })).split('\n');
    expect(lines.slice(0, 9)).toEqual([
      '<doc id="d1" url="http://a.example/" title="Bees" host="a.example" date="2024-01-01" language="" topic="bees" ' +
        'score="0.750" licence="CC BY 4.0">',
      ...[
        '<p>',
        '<s>',
        'A\ta\tDT\tDET',
        'bee\tbee\tNN\tNOUN',
        'is\tbe\tVBZ\tAUX',
        '<g/>',
        "n't\tnot\tRB\tPART",
        'a\ta\tDT\tDET',
      ],
    ]);
    const structure = /^<(?:\/?(?:doc|p|s)|g\/)(?: [a-z]+="[^"<>]*")*>?$|^<g\/>$/;
    const word = /^[^\t\s<>]+(?:\t[^\t\s<>]+){3}$/;
    expect(lines.slice(0, -1).filter((line) => !structure.test(line) && !word.test(line))).toEqual([]);
    const open = lines.flatMap((line) => /^<(\/?)(doc|p|s)\b/.exec(line)?.slice(1, 3).join('') ?? []);
    expect(open.slice(0, 6)).toEqual(['doc', 'p', 's', '/s', 's', '/s']);
    expect(open.filter((name) => !name.startsWith('/')).length * 2).toBe(open.length);
  });
});

describe('a corpus as TEI', () => {
  it('is valid, and has a text for each accepted page', async () => {
    const texts = checkTei(await written(out, { format: 'tei' }));
    expect(texts).toHaveLength(4);
    const [bees, german, evil, empty] = texts;
    expect(bees && wordsOfTei(bees).slice(0, 4)).toMatchObject([
      { name: 'w', text: 'A', attributes: { lemma: 'a', pos: 'DET', msd: 'DT' } },
      { name: 'w', text: 'bee', attributes: { lemma: 'bee', pos: 'NOUN', msd: 'NN' } },
      { name: 'w', text: 'is', attributes: { lemma: 'be', pos: 'AUX', msd: 'VBZ', join: 'right' } },
      { name: 'w', text: "n't", attributes: { lemma: 'not', pos: 'PART', msd: 'RB' } },
    ]);
    expect(bees?.text).toContain('CC BY 4.0');
    expect([german?.attributes['xml:lang'], german && wordsOfTei(german)[0]?.attributes]).toEqual([
      'de',
      { pos: 'X' },
    ]);
    expect(evil && wordsOfTei(evil).map(({ text }) => text)).toContain('<');
    expect(empty && [wordsOfTei(empty).length, empty.text.length < 3000]).toEqual([0, true]);
  });
});

describe('sfwc corpus export', () => {
  it('says what it wrote, and what has no words or tags', async () => {
    const to = place();
    const { code, stderr } = await sfwc(['corpus', 'export', out, '--to', to]);
    expect(code).toBe(0);
    expect(stderr.split('\n').slice(-4)).toEqual([
      'warning: 1 page without a sentence',
      'warning: 1 page in other languages than English: words without lemmas and tags',
      expect.stringMatching(/^wrote 4 pages, 7 sentences and \d+ words to /),
      '',
    ]);
  });

  it('prints the chosen pages', async () => {
    const { code, stdout } = await sfwc(['corpus', 'export', out, '--licence', 'CC*']);
    expect([code, checkConllu(stdout).length]).toEqual([0, 3]);
  });

  it('leaves out pages whose text is gone, and says so', async () => {
    const lost = crawlOf(
      { url: 'http://a.example/1', title: 'One', text: 'One bee.' },
      { url: 'http://a.example/2', title: 'Two', text: 'Two bees.' },
    );
    rmSync(pageTextFile(lost, 'http://a.example/1'));
    const { code, stdout, stderr } = await sfwc(['corpus', 'export', lost]);
    expect([code, checkConllu(stdout).map(({ comments }) => comments['text'])]).toEqual([0, ['Two bees.']]);
    expect(stderr).toMatch(/^warning: http:\/\/a\.example\/1: its text cannot be read from /);
  });

  it('writes an empty corpus where nothing was accepted', async () => {
    const none = crawlOf();
    for (const [format, check] of [
      ['conllu', checkConllu],
      ['tei', checkTei],
    ] as const) {
      const { code, stdout, stderr } = await sfwc(['corpus', 'export', none, '--format', format]);
      expect([code, check(stdout).length, stderr]).toEqual([0, 0, `warning: no accepted page in ${none}\n`]);
    }
  });

  it('names a damaged line, and leaves no file', async () => {
    const damaged = crawlOf({ url: 'http://a.example/', title: 'Bees', text: 'A bee.' });
    appendFileSync(join(damaged, 'events.jsonl'), '{"broken\n{}\n');
    const failure = await failureOf(written(damaged));
    expect(failure.message).toMatch(/events\.jsonl:2: not an event of a crawl/);
  });
});
