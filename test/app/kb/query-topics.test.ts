import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { queryKnowledgeBase, type TopicQuery } from '../../../src/app/kb/query-topics.js';
import { QueryError, UsageError } from '../../../src/model/errors.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';

const topics = beesAndOtherThings();

describe('queryKnowledgeBase', () => {
  const ask = (request: Partial<TopicQuery>): Promise<string> =>
    queryKnowledgeBase({ place: topics.kb, param: [], format: 'csv', ...request });
  const count =
    'PREFIX sfwc: <http://sfwcrawler.com/core#> SELECT (COUNT(*) AS ?n) WHERE { ?d a sfwc:Document }';

  it('asks all topics together, or one alone', async () => {
    expect(await ask({ sparql: count })).toMatch(/^n\r?\n18\r?\n$/);
    expect(await ask({ sparql: count, topic: 'bees' })).toMatch(/^n\r?\n12\r?\n$/);
    expect(await ask({ file: 'queries/topics.rq', topic: 'other things' })).toMatch(/other things,6/);
    expect(await ask({ file: 'queries/topics.rq', topic: 'other things' })).not.toMatch(/bees/);
  });

  it('wants one query, that can be read and run, about a topic that exists', async () => {
    await expect(ask({})).rejects.toThrow(UsageError);
    await expect(ask({ sparql: count, file: 'queries/topics.rq' })).rejects.toThrow(UsageError);
    await expect(ask({ file: join(topics.root, 'none.rq') })).rejects.toThrow(/none\.rq/);
    await expect(ask({ sparql: 'SELECT nonsense' })).rejects.toThrow(QueryError);
    // The query is parsed before a knowledge base is opened.
    const nowhere = join(topics.root, 'nowhere');
    await expect(ask({ place: nowhere, sparql: 'SELECT nonsense' })).rejects.toThrow(QueryError);
    await expect(ask({ place: nowhere, sparql: count })).rejects.toThrow(/no knowledge base/);
    await expect(ask({ sparql: count, topic: 'wasps' })).rejects.toMatchObject({
      hint: 'it has: bees, other things',
    });
  });
});
