import { beforeAll, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptedPages } from '../../../src/app/crawl/pages.js';
import { collected } from '../../support/collected.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { storePage } from '../../support/stored-pages.js';

const url = 'http://bees.example/';
const out = temporaryFolder();
beforeAll(async () => {
  const reason = {
    summary: 'accepted: a test',
    meanIdf: 2,
    band: { low: 1, high: 3 },
    nouns: { distinct: 1, linked: 1, unknown: 0 },
    evidence: [],
  };
  const judgement = { accepted: true, score: 1, classifier: 'krs-paper', reason };
  const rights = { licences: ['https://creativecommons.org/licenses/by-sa/4.0/', 'http://bees.example/l'] };
  const event = {
    sequence: 1,
    url,
    state: 'done',
    depth: 0,
    fetched: true,
    time: '2026-01-02T03:04:05Z',
    judgement,
    rights,
    stored: storePage(out, { url, text: 'Bees make honey in the hive.' }),
  };
  await writeFile(join(out, 'crawl.json'), JSON.stringify({ crawl: 'urn:crawl', topic: 'bees' }));
  await writeFile(join(out, 'events.jsonl'), `${JSON.stringify(event)}\n`);
});

it('hands on the accepted pages of a crawl, without further arguments', async () => {
  const pages = [];
  for await (const page of acceptedPages(out)) pages.push(page);
  expect(pages).toMatchObject([{ id: url, topic: 'bees', score: 1, text: 'Bees make honey in the hive.' }]);
});

it('says under which licences pages are, and selects by them', async () => {
  const licensed = async (licence: string): Promise<unknown> =>
    (await collected(acceptedPages(out, { licence }))).map(({ licences }) => licences);
  const all = [['CC BY-SA 4.0', 'http://bees.example/l']];
  for (const pattern of ['CC BY*', '*creativecommons.org*', '*', '/^CC (?:BY|0)/'])
    expect(await licensed(pattern)).toEqual(all);
  for (const pattern of ['CC BY 4.0', 'CC0*', 'BY']) expect(await licensed(pattern)).toEqual([]);
});
