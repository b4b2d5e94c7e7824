import { expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFoundQueries } from '../../../../src/app/crawl/asks/found-queries.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { readStopCondition } from '../../../../src/crawling/engine/stop-condition.js';
import { silentLogger } from '../../../../src/support/logger.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const folder = temporaryFolder();
const identity = {
  topic: 'bees',
  topicIri: 'http://t.example/',
  startedAt: '2024-01-01T00:00:00Z',
  seeds: [],
};

function event(sequence: number): CrawlEvent {
  const url = `http://a.example/${sequence}`;
  return { sequence, time: identity.startedAt, url, state: 'done', depth: 1, fetched: true };
}

async function* events(...sequences: readonly number[]): AsyncGenerator<CrawlEvent> {
  for (const sequence of sequences) yield event(sequence);
}

it('asks every hundred URLs over all that was found, earlier runs included', async () => {
  const file = join(folder, 'enough.rq');
  await writeFile(
    file,
    'ASK { { SELECT (COUNT(?p) AS ?n) { ?p <http://sfwcrawler.com/core#state> "done" } } FILTER (?n >= 103) }',
  );
  const conditions = [readStopCondition(`ask=${file}`)];
  const queries = await openFoundQueries(conditions, identity, events(1, 2, 3), silentLogger);
  for (let sequence = 4; sequence < 103; sequence += 1) await queries?.note(event(sequence));
  expect(queries?.holds(file)).toBe(false);
  await queries?.note(event(103));
  expect(queries?.holds(file)).toBe(true);
  await queries?.close();
});

it('needs nothing where nothing is asked', async () => {
  const conditions = [readStopCondition('pages=5')];
  expect(await openFoundQueries(conditions, identity, undefined, silentLogger)).toBeUndefined();
});
