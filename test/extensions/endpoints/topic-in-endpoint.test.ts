import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import { endpointOptions } from '../../../src/extensions/endpoints/sparql-endpoint.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { InputError, OutputError } from '../../../src/model/errors.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import { openSampleWeb } from '../../../src/extensions/archives/open-web.js';
import { topicInEndpointContract } from '../../contracts/topic-in-endpoint.js';
import { manualClock } from '../../support/manual-clock.js';
import { BEE_TEXTS, makeFolder, SMALL_SEED, writeFiles, writeSmallWeb } from '../../support/small-corpus.js';
import { startSparqlServer, type SparqlServer } from '../../support/sparql-server.js';
import { itInFull } from '../../support/thorough.js';

let server: SparqlServer;
beforeAll(async () => {
  server = await startSparqlServer();
});
afterAll(() => server.close());

topicInEndpointContract('an endpoint', () => {
  server.clear();
  return Promise.resolve({ kb: server.url });
});
describe('building into an endpoint', () => {
  it('asks whether it takes updates before any work is done', async () => {
    server.clear();
    server.faults.push({ status: 403 });
    const building = buildTopic(['/no/such/folder'], { topic: 'bees', kb: server.url });
    await expect(building).rejects.toThrow(/^http:\/\/127\..*403/);
  });

  itInFull('keeps what was built when the endpoint takes it no more', async () => {
    server.clear();
    const { path: root, remove } = await makeFolder();
    const bees = await writeFiles(join(root, 'bees'), BEE_TEXTS);
    server.faults.push(...Array.from({ length: 3 }, () => ({ wait: 0 })), { status: 403 });
    const error: unknown = await buildTopic([bees], { topic: 'bees', kb: server.url }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(OutputError);
    const [, folder = ''] =
      /as it was before; what was built is kept in (\S+)$/.exec((error as OutputError).hint ?? '') ?? [];
    expect(await readdir(folder)).toContain('bees.nq.gz');
    expect((await openTopic(folder, 'bees')).facts.documents).toBe(Object.keys(BEE_TEXTS).length);
    expect(server.store.size).toBe(0);
    await rm(folder, { recursive: true });
    await remove();
  });
});

describe('crawling by an endpoint', () => {
  itInFull('stops when the endpoint is gone: no page is blamed, and what was done stays', async () => {
    server.clear();
    const { path: root, remove } = await makeFolder();
    await buildTopic([await writeFiles(join(root, 'bees'), BEE_TEXTS)], { topic: 'bees', kb: server.url });
    const web = await openSampleWeb(await writeSmallWeb(join(root, 'web')));
    const out = join(root, 'out');
    const fetcher = createWebFetcher(web);
    let pages = 0;
    const failing: typeof fetcher = {
      ...fetcher,
      fetch: (url, options) => {
        if (!url.endsWith('/robots.txt') && (pages += 1) === 3)
          server.faults.push(...Array.from({ length: 99 }, () => ({ status: 503 })));
        return fetcher.fetch(url, options);
      },
    };
    const crawling = crawlTopic(
      {
        ...{ kb: server.url, topic: 'bees', out, seeds: [SMALL_SEED] },
        // It asks about the nouns of each page, also about those that the topic does not have.
        ...{ scope: 'any', concurrency: 1, keepDuplicates: true, classifier: 'krs-paper' },
      },
      { fetcher: failing, clock: manualClock() },
    );
    await expect(crawling).rejects.toThrow(InputError);
    await expect(crawling).rejects.toThrow(`${server.url} answered with status 503`);
    const judged: boolean[] = [];
    for await (const { judgement } of readEvents(out)) judged.push(judgement !== undefined);
    expect(judged.length).toBeGreaterThan(1);
    expect(judged).not.toContain(false);
    await remove();
  });
});

describe('what is shown and written down', () => {
  it.each([
    ['http://a.example/sparql', 1],
    ['https://a.example/sparql', 0],
    ['http://127.0.0.1:8080/sparql', 0],
  ])('warns where a password would go unencrypted: %s', (place, count) => {
    const warnings: string[] = [];
    endpointOptions(place, { kbUser: 'me', kbPassword: 'secret' }, (message) => warnings.push(message));
    expect(warnings).toHaveLength(count);
    expect(warnings.join()).not.toContain('secret');
  });
});
