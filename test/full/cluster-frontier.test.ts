import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Frontier } from '../../src/model/frontier.js';
import { makeCrawl, openSchema } from '../../src/extensions/cluster/catalog.js';
import { createDatabaseClock, openDatabase, type Database } from '../../src/extensions/cluster/database.js';
import { joinAsWorker, type SharedWorker } from '../../src/extensions/cluster/shared-crawl.js';
import { frontierContract } from '../contracts/frontier.js';
import { describeUnless } from './data.js';
import { postgresMissing, startPostgres, type Postgres } from './postgres-server.js';

describeUnless(postgresMissing(), 'the frontier on PostgreSQL', () => {
  let server: Postgres;
  let database: Database;
  let made = 0;
  const workers = new Map<Frontier, SharedWorker>();
  beforeAll(async () => {
    server = await startPostgres();
    database = await openDatabase(server.url);
    await openSchema(database);
  });
  afterAll(async () => {
    for (const { crew } of workers.values()) await crew.leave('test');
    await database.close();
    await server.stop();
  });

  async function make(): Promise<Frontier> {
    const crawl = await makeCrawl(database, `contract-${++made}`, {}, 1000);
    const worker = await joinAsWorker({
      ...{ database, crawl, clock: createDatabaseClock(), name: 'one' },
      ...{ lease: 600_000, timeout: 1000 },
    });
    workers.set(worker.store.frontier, worker);
    return worker.store.frontier;
  }

  describe('with one worker', () => {
    frontierContract('PostgreSQL', make, (frontier) => workers.get(frontier)?.crew.meet(), 15);
  });
});
