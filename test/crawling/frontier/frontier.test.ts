import { afterAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCrawlDatabase, type CrawlDatabase } from '../../../src/crawling/store/crawl-database.js';
import { createFrontier, openFrontier } from '../../../src/crawling/frontier/frontier.js';
import { InputError, OutputError } from '../../../src/model/errors.js';
import { frontierContract } from '../../contracts/frontier.js';
import { always, queued } from '../../support/queued-urls.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
let made = 0;
const opened: CrawlDatabase[] = [];
const fresh = (): string => join(folder, `${++made}.db`);
afterAll(() => opened.forEach((database) => database.close()));

function open(path = fresh()): CrawlDatabase {
  const database = openCrawlDatabase(path);
  opened.push(database);
  return database;
}

// Without a file, for speed; what files are for is tested below.
frontierContract('SQLite', createFrontier);

describe('a frontier that is opened again', () => {
  it('knows all, and queues again what was leased, at its place', () => {
    const path = fresh();
    const first = openFrontier(open(path));
    for (const n of [1, 2, 3, 4, 5]) first.enqueue(queued(`http://a.example/${n}`, 5 - n));
    first.enqueue(queued('http://b.example/', 9));
    first.end(first.lease(always)!.url, 'done');
    first.end(first.lease(always)!.url, 'skipped');
    expect([1, 2].map(() => first.lease(always)?.url.slice(-1))).toEqual(['2', '3']);
    first.requeue(queued('http://a.example/5', 7));
    void first.commit();
    // As after a kill: the other one was not closed.
    const second = openFrontier(open(path));
    expect(second.counts()).toEqual({
      ...{ queued: 4, leased: 0, done: 1, skipped: 1, failed: 0 },
      ...{ hosts: 1, heldHosts: 0 },
    });
    expect(second.enqueue(queued('http://b.example/'))).toBe(false);
    expect([1, 2, 3, 4].map(() => second.lease(always)?.url.slice(-1))).toEqual(['5', '2', '3', '4']);
  });

  it('has nothing of steps that failed together', () => {
    const path = fresh();
    const first = openFrontier(open(path));
    first.enqueue(queued('http://a.example/1'));
    const steps = (): void =>
      first.transaction(() => {
        first.enqueue(queued('http://a.example/2', 5));
        first.enqueue(queued('http://new.example/', 5));
        throw new Error('on the way');
      });
    expect(steps).toThrow('on the way');
    void first.commit();
    for (const frontier of [first, openFrontier(open(path))]) {
      expect(frontier.counts()).toMatchObject({ queued: 1, hosts: 1 });
      expect(frontier.knows('http://new.example/')).toBe(false);
    }
    first.enqueue(queued('http://new.example/', 4));
    expect(first.lease(always)?.url).toBe('http://new.example/');
  });
});

describe('openCrawlDatabase', () => {
  it('says what is wrong with the file', () => {
    const path = fresh();
    writeFileSync(path, 'no database, but long enough to be looked at '.repeat(100));
    expect(() => openCrawlDatabase(path)).toThrow(InputError);
    expect(() => openCrawlDatabase(join(folder, 'nowhere', 'x.db'))).toThrow(OutputError);
    expect(() => openCrawlDatabase(fresh(), true)).toThrow(/there is no crawl in/);
  });

  it('may be looked at while it is written', () => {
    const path = fresh();
    const frontier = openFrontier(open(path));
    frontier.enqueue(queued('http://a.example/1'));
    void frontier.commit();
    const looking = openCrawlDatabase(path, true);
    frontier.enqueue(queued('http://a.example/2'));
    expect(looking.prepare('SELECT count(*) FROM urls').first()).toEqual([1]);
    void frontier.commit();
    expect(looking.prepare('SELECT count(*) FROM urls').first()).toEqual([2]);
    expect(() => looking.prepare('DELETE FROM urls').run()).toThrow(/read-only/);
    looking.close();
  });
});

describe('a database that cannot grow any more', () => {
  it('keeps what was committed, says so, and goes on when there is room again', () => {
    const path = fresh();
    const database = open(path);
    const frontier = openFrontier(database);
    const add = (n: number): boolean => {
      const isNew = frontier.enqueue(queued(`http://a.example/${n}`, n));
      void frontier.commit();
      return isNew;
    };
    expect(add(0)).toBe(true);
    const pages = Number(database.prepare('PRAGMA page_count').first()![0]);
    // As a disk that is full but for little.
    database.prepare(`PRAGMA max_page_count = ${pages + 3}`).first();
    let added = 0;
    const fill = (): void => {
      for (added = 1; added < 10_000; added += 1) add(added);
    };
    expect(fill).toThrow(OutputError);
    expect(fill).toThrow(/cannot write .* full/);
    expect(() => add(20_000)).toThrow(OutputError);
    const count = frontier.counts().queued;
    expect(count).toBeGreaterThan(1);
    expect(frontier.knows(`http://a.example/${count - 1}`)).toBe(true);
    expect(frontier.knows(`http://a.example/${count}`)).toBe(false);
    // Another process, after room was made.
    const again = openFrontier(open(path));
    expect(again.counts().queued).toBe(count);
    expect(again.enqueue(queued('http://a.example/20000', 99_999))).toBe(true);
    expect(again.lease(always)?.url).toBe('http://a.example/20000');
    expect(again.lease(always)?.url).toBe(`http://a.example/${count - 1}`);
  });
});
