import { expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { whyNoPage } from '../../../src/crawling/store/result-folder.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const out = temporaryFolder();

async function reasonsOf(...events: readonly object[]): Promise<readonly string[] | undefined> {
  const end = { time: '2026-01-02T03:04:05Z', depth: 0, fetched: false };
  const lines = events.map(
    (event, index) => `${JSON.stringify({ sequence: index + 1, ...end, ...event })}\n`,
  );
  await writeFile(join(out, 'events.jsonl'), lines.join(''));
  return whyNoPage(out);
}

it('names each reason once, the most frequent first, with the message of an address', async () => {
  const url = (n: number): string => `http://a.example/${n}`;
  const message = 'http://a.example/robots.txt: a.example: the host name could not be resolved (ENOTFOUND)';
  expect(
    await reasonsOf(
      { url: url(1), state: 'skipped', code: 'not-html', message: 'application/pdf' },
      { url: url(2), state: 'skipped', code: 'robots-unreachable', message },
      { url: url(3), state: 'skipped', code: 'robots-unreachable', message },
    ),
  ).toEqual([
    `2 addresses, such as ${url(2)}: robots.txt could not be fetched, so the host is off limits: ${message}`,
    `${url(1)}: neither HTML nor a document that is read, by its type or by its first bytes: application/pdf`,
  ]);
});
