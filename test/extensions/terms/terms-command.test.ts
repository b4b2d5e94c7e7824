import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createControlRoomApp } from '../../../src/extensions/server/control-room/serve-control-room.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { createFrequencyTable } from '../../../src/knowledge/places/frequency-table.js';
import { beeTopic } from '../../support/bee-topic.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { sfwc } from '../../cli/run.js';
import { withSettings } from '../../support/with-settings.js';
import { itInFull } from '../../support/thorough.js';

const { root, kb } = beeTopic();
const out = join(root, 'out');

/** A page with a text of a corpus and a further sentence, on a host of its own. */
function page(text: string, further: string): string {
  const [title = '', ...rest] = text.split('\n\n');
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${rest.join(' ')} ${further}</p></body></html>`;
}

/** The web of a later year: of hornets, which the corpus does not know, on most sites; of a casino on a single one. */
const keepAll = withSettings({ keepDuplicates: true });

beforeAll(async () => {
  const files: Record<string, string> = {};
  for (const [place, text] of Object.values(BEE_TEXTS).entries()) {
    const hornet = 'The hornet kills bees at the hive. A beekeeper catches the hornet in a trap.';
    files[`bee${place}.example/index.html`] = page(text, place < 9 ? hornet : 'It rains.');
    files[`one.example/${place}.html`] = page(text, 'The casino opens. Visit the casino.');
  }
  for (const [place, text] of Object.values(OTHER_TEXTS).entries())
    files[`other${place}.example/index.html`] = page(text, 'It rains.');
  const links = Object.keys(files).map((at) => `<a href="http://${at}">${at}</a>`);
  files['seed.example/index.html'] = `<html><body>${links.join(' ')}</body></html>`;
  await writeFiles(join(root, 'web'), files);
  const place = ['--kb', kb, '--topic', 'bees', '--seeds', 'http://seed.example/index.html', '--out', out];
  const rules = ['--web', join(root, 'web'), '--follow', 'all', ...keepAll, '--max-pages', '80'];
  expect(await sfwc(['crawl', ...place, ...rules])).toMatchObject({ code: 0 });
});

async function countOf(term: string): Promise<number | undefined> {
  const { kb: store, facts } = await openTopic(kb, 'bees');
  return (await createFrequencyTable(store, facts.iri, facts.iri).byLemma([term])).get(term);
}

describe('sfwc terms', () => {
  it('proposes what the pages of many sites share, and status says so', async () => {
    const { stdout } = await sfwc(['status', out]);
    expect(stdout).toMatch(/missing from topic 'bees':\n {2}.*hornet \(\d+ of \d+ pages\)/);
    expect(stdout).not.toContain('casino');
    expect(stdout).toContain(`sfwc terms ${out} --take '`);
    const { terms } = JSON.parse((await sfwc(['status', out, '--json'])).stdout) as {
      terms: { proposed: { term: string; sites: number }[] }[];
    };
    expect(terms[0]?.proposed.find(({ term }) => term === 'hornet')).toMatchObject({ sites: 9 });
  });

  it('names terms that it does not propose', async () => {
    const asked = await sfwc(['terms', out, '--take', 'casino']);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain(`'casino' is not among the terms that the crawl in ${out} proposes`);
    expect((await sfwc(['terms', out, '--topic', 'ships'])).stderr).toContain("has no topic 'ships'");
    expect((await sfwc(['terms', join(root, 'none')])).code).toBe(1);
  });

  it('adds a term to the topic, for rules and training, and removes it again', async () => {
    expect(await countOf('hornet')).toBe(0);
    const taken = await sfwc(['terms', out, '--take', 'hornet', '--by', 'ada']);
    expect(taken).toMatchObject({ code: 0 });
    expect(taken.stdout).toMatch(/hornet +added +9\/\d+ +ada/);
    expect(taken.stderr).toContain(`sfwc train --kb ${kb} --topic 'bees'`);
    expect(await countOf('hornet')).toBeGreaterThan(0);
    expect((await sfwc(['status', out])).stdout).not.toContain('hornet (');
    expect(await sfwc(['kb', 'validate', kb])).toMatchObject({ code: 0 });
    const rdf = await readFile(join(kb, 'bees+terms.nq'), 'utf8');
    expect(rdf).toMatch(
      /term\/hornet> <http:\/\/www.w3.org\/ns\/prov#wasDerivedFrom> <http:\/\/sfwcrawler.com\/crawl\//,
    );
    const query = `PREFIX foaf: <http://xmlns.com/foaf/0.1/> PREFIX prov: <http://www.w3.org/ns/prov#>
      PREFIX sfwc: <http://sfwcrawler.com/core#>
      SELECT ?name { ?t a sfwc:TakenTerm ; prov:wasAttributedTo/foaf:name ?name }`;
    const asked = await sfwc(['query', kb, query, '--format', 'csv']);
    expect(asked.stdout).toContain('ada');

    const scoreOf = async (noun: string): Promise<number> => {
      const text = `A note\n\nThe ${noun} waits. A ship and a ${noun}. A road and a ${noun}.`;
      await writeFiles(root, { 'note.txt': text });
      const judged = await sfwc([
        'classify',
        join(root, 'note.txt'),
        '--kb',
        kb,
        '--topic',
        'bees',
        '--json',
      ]);
      return (JSON.parse(judged.stdout) as { score: number }).score;
    };
    // What the term adds to a page, compared with a noun that nobody knows.
    const gain = async (): Promise<number> => (await scoreOf('hornet')) - (await scoreOf('cassowary'));
    // Before it is learned, only its meaning counts, which is near to that of bees.
    const before = await gain();
    expect(await sfwc(['train', '--kb', kb, '--topic', 'bees'])).toMatchObject({ code: 0 });
    expect(await gain()).toBeGreaterThan(before);

    await sfwc(['terms', out, '--refuse', 'hornet', '--by', 'ben']);
    expect(await countOf('hornet')).toBe(0);
    expect((await sfwc(['terms', out])).stdout).toMatch(/hornet +refused +9\/\d+ +ben/);
    expect((await sfwc(['status', out])).stdout).not.toContain('hornet (');
  });

  it('is answered in the control room', async () => {
    const signal = AbortSignal.timeout(60_000);
    const app = createControlRoomApp([out], { host: '127.0.0.1', token: 't', every: 1, signal });
    const ask = (init: RequestInit = {}, headers = {}) =>
      app.request('http://localhost:8080/api/crawls/0/terms', {
        ...init,
        headers: { host: 'localhost:8080', authorization: 'Bearer t', ...headers },
      });
    const post = (body: string, headers = {}) =>
      ask({ method: 'POST', body }, { 'content-length': String(Buffer.byteLength(body)), ...headers });
    const answer = JSON.stringify({ by: 'eve', topic: 'bees', take: ['hornet'] });
    expect((await post(answer, { authorization: '' })).status).toBe(401);
    expect((await post(answer, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post('{"by":"eve"}')).status).toBe(400);
    expect((await post(answer.replace('hornet', 'casino'))).status).toBe(400);
    expect(await countOf('hornet')).toBe(0);
    expect((await post(answer)).status).toBe(200);
    expect(await countOf('hornet')).toBeGreaterThan(0);
    const shown = (await (await ask()).json()) as { taken: { term: string; by: string }[] }[];
    expect(shown[0]?.taken).toMatchObject([{ term: 'hornet', by: 'eve' }]);
  });

  itInFull('keeps answers when the topic is built again', async () => {
    const build = await sfwc(['build', join(root, 'bees'), '--topic', 'bees', '--kb', kb]);
    expect(build.code).toBe(0);
    expect(await countOf('hornet')).toBeGreaterThan(0);
    expect(await sfwc(['kb', 'validate', kb])).toMatchObject({ code: 0 });
  });

  it('names a file of answers that is damaged', async () => {
    await writeFiles(kb, { 'bees+terms.nq': '<broken' });
    const asked = await sfwc(['terms', out]);
    expect([asked.code, asked.stderr]).toEqual([
      1,
      expect.stringContaining('bees+terms.nq is not valid N-Quads'),
    ]);
  });
});
