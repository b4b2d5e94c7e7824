import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { queryInThread, type TopicQuery } from '../../../src/app/kb/query-topics.js';
import { QueryError } from '../../../src/model/errors.js';
import { failureOf } from '../../support/failure-of.js';
import { doublingQuery, nestedReplace } from '../../support/query-bombs.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { itInFull } from '../../support/thorough.js';
import { fileEnd } from '../../../src/knowledge/files/nquads-file.js';

const root = temporaryFolder();
const GRAPH = 'http://a.example/graph';

/** A knowledge base with one file of so many quads, each with a text. */
function knowledgeBase(name: string, quads: number, text: string): string {
  const kb = path.join(root, name);
  mkdirSync(kb);
  const lines = Array.from(
    { length: quads },
    (_, at) => `<http://a.example/s${at}> <http://a.example/p> "${at}${text}" <${GRAPH}> .\n`,
  );
  const end = fileEnd(quads);
  writeFileSync(path.join(kb, 'a.nq.gz'), Buffer.concat([gzipSync(lines.join(''), { level: 1 }), end]));
  return kb;
}

const ask = (place: string, sparql: string, queryMemory: number, more: Partial<TopicQuery> = {}) =>
  queryInThread({ place, sparql, param: [], format: 'csv', ...more }, queryMemory);
const failure = (...asked: Parameters<typeof ask>) => failureOf(ask(...asked));

describe('queryInThread', () => {
  const kb = knowledgeBase('kb', 3000, '');
  const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';

  it('answers over thousands of quads with the smallest memory that can be set', async () => {
    expect(await ask(kb, count, 50)).toMatch(/^n\r?\n3000\r?\n$/);
  });

  it('stops a query that needs more than the limit, and names it', async () => {
    const error = await failure(kb, doublingQuery(26), 60);
    expect(error).toBeInstanceOf(QueryError);
    expect(error.message).toBe('the query was stopped: it needs more than 60 MB of memory');
    expect(error.hint).toMatch(/LIMIT.*--query-memory MB/);
  });

  itInFull(
    'keeps the whole process near the limit, and prints no trace of the engine',
    () => {
      const main = path.resolve('dist/cli/main.js');
      const measure = `process.on('exit', () => process._rawDebug('rss', process.resourceUsage().maxRSS))`;
      const command = [
        '--import',
        `data:text/javascript,${encodeURIComponent(measure)}`,
        main,
        'query',
        kb,
        '--query-memory',
        '200',
      ];
      for (const bomb of [doublingQuery(28), nestedReplace(5)]) {
        const { status, stderr } = spawnSync(process.execPath, [...command, bomb], { encoding: 'utf8' });
        expect([status, stderr]).toEqual([
          1,
          expect.stringMatching(/^error: .*more than 200 MB of memory\n/),
        ]);
        expect(stderr).not.toMatch(/^\s+at |panicked/m);
        // Kilobytes: the limit, what the engine reserves, and Node itself. On a busy machine the limit is noticed later.
        // Without a limit the first query alone takes 3 GB.
        expect(Number(/rss (\d+)/.exec(stderr)?.[1])).toBeLessThan(1_500_000);
      }
    },
    300_000,
  );
});
