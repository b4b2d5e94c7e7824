import { beforeAll, describe, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTopic } from '../../src/app/topics/build-topic.js';
import { crawlTopic } from '../../src/app/crawl/crawl-topic.js';
import { judgeHereBy } from '../support/judge-here.js';
import { openKnowledgeBase, openTopic } from '../../src/knowledge/places/knowledge-base.js';
import { lexiconFile } from '../../src/knowledge/files/lexicon-file.js';
import { readEvents } from '../../src/crawling/store/result-folder.js';
import { UsageError } from '../../src/model/errors.js';
import type { Judgement } from '../../src/model/topic.js';
import { createWebFetcher } from '../../src/web/stored/fetcher.js';
import { manualClock } from '../support/manual-clock.js';
import { sfwc } from '../../src/model/vocabulary.js';
import { BEE_TEXTS, OTHER_TEXTS, SMALL_SEED } from '../support/small-corpus.js';
import { beeTopic, openSmallWeb } from '../support/bee-topic.js';
import { textPage } from '../support/small-topic.js';
import { itInFull } from '../support/thorough.js';

/** An endpoint under test. */
export interface EndpointUnderTest {
  readonly kb: string;
}

/**
 * What a topic in a SPARQL endpoint has in common with one in a folder: everything that can be asked of it.
 * @param open an endpoint that holds nothing; called once
 */
export function topicInEndpointContract(name: string, open: () => Promise<EndpointUnderTest>): void {
  describe(`a topic in ${name}`, () => {
    let endpoint: EndpointUnderTest;
    const { root, kb: local, bees, others } = beeTopic({ nif: true });
    beforeAll(async () => {
      endpoint = await open();
      await buildTopic([bees], { topic: 'bees', background: [others], nif: true, ...endpoint });
    });

    async function judgements(place: EndpointUnderTest): Promise<Judgement[]> {
      const topic = await openTopic(place.kb, 'bees');
      const all: Judgement[] = [];
      for (const rule of [undefined, 'krs-paper'] as const) {
        const judge = await judgeHereBy(topic, rule);
        for (const texts of [BEE_TEXTS, OTHER_TEXTS]) {
          const text = Object.values(texts).slice(0, 4).join('\n\n');
          all.push(await judge(textPage(text, { title: 'A page' })));
        }
      }
      return all;
    }

    it('judges pages with the same scores and for the same reasons', async () => {
      const expected = await judgements({ kb: local });
      expect(expected.some(({ accepted }) => accepted)).toBe(true);
      expect(await judgements(endpoint)).toEqual(expected);
    });

    it('has no classifier but the ensemble', async () => {
      const topic = await openTopic(endpoint.kb, 'bees');
      await expect(judgeHereBy(topic, 'regression')).rejects.toMatchObject({
        message: "topic 'bees' has no trained classifier 'regression'",
        hint: expect.stringContaining('build it into a folder'),
      });
    });

    it('holds the same statements, the NIF layer too, but no names of files', async () => {
      const count = async (place: EndpointUnderTest): Promise<string[]> => {
        const kb = await openKnowledgeBase(place.kb);
        const { rows } = await kb.select(
          `SELECT ?g ?p (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o }
            FILTER NOT EXISTS { GRAPH ?g { ?s a <${sfwc.TrainedClassifier}> } } } GROUP BY ?g ?p`,
        );
        return rows
          .map((row) => `${row['g']?.value ?? ''} ${row['p']?.value ?? ''} ${row['n']?.value ?? ''}`)
          .filter((line) => !/#(?:corpusRecord|nifLayer|trainedClassifier) /.test(line))
          .sort();
      };
      const expected = await count({ kb: local });
      expect(expected.join('\n')).toMatch(/nif-core#beginIndex/);
      expect(await count(endpoint)).toEqual(expected);
    });

    it('guides a crawl as one in a folder does', async () => {
      const web = await openSmallWeb(root);
      const crawled = async (place: EndpointUnderTest, out: string): Promise<string[]> => {
        const { kb } = place;
        await crawlTopic(
          {
            kb,
            topic: 'bees',
            out,
            seeds: [SMALL_SEED],
            scope: 'any',
            concurrency: 1,
            // An endpoint does not have the texts that the default strategy reads.
            strategy: 'krs',
          },
          { fetcher: createWebFetcher(web), clock: manualClock() },
        );
        const lines: string[] = [];
        for await (const { url, judgement } of readEvents(out)) {
          lines.push(`${url} ${String(judgement?.accepted)} ${judgement?.score ?? ''}`);
        }
        return lines;
      };
      // An endpoint does not have the lexicon either: pages are read by general words.
      await rm(lexiconFile(local, 'bees'));
      const expected = await crawled({ kb: local }, join(root, 'out-local'));
      expect(expected.length).toBeGreaterThan(5);
      expect(await crawled(endpoint, join(root, 'out-endpoint'))).toEqual(expected);
    });

    itInFull('is replaced whole when it is built again, and cannot be changed', async () => {
      await expect(buildTopic([others], { topic: 'bees', add: true, ...endpoint })).rejects.toBeInstanceOf(
        UsageError,
      );
      await buildTopic([others], { topic: 'bees', ...endpoint });
      const { facts } = await openTopic(endpoint.kb, 'bees');
      expect(facts.documents).toBe(Object.keys(OTHER_TEXTS).length);
    });
  });
}
