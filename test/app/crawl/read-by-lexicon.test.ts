import { packagedPath } from '../../../src/support/files/packaged-path.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { judgeHereBy } from '../../support/judge-here.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import { openSampleWeb, type SampleWeb } from '../../../src/extensions/archives/open-web.js';
import { diabetesTopic } from '../../support/bee-topic.js';

const { kb } = diabetesTopic();
let web: SampleWeb;
beforeAll(async () => void (web = await openSampleWeb(packagedPath('corpora/sample-web'))));

describe('the lexicon of a small topic', () => {
  it('gives the verdicts that a full reading gives, and nearly all IRIs of their evidence', async () => {
    const topic = await openTopic(kb, 'diabetes');
    const [byLexicon, inFull] = [
      await judgeHereBy(topic, 'ensemble', { byLexicon: true }),
      await judgeHereBy(topic, 'ensemble'),
    ];
    const fetcher = createWebFetcher(web);
    const reader = createPageReader();
    let [linked, same] = [0, 0];
    for (const seed of web.manifest.seeds['diabetes'] ?? []) {
      const { body, headers } = await fetcher.fetch(seed);
      const page = reader.read(body, seed, headers['content-type'] ?? '');
      const [quick, full] = await Promise.all([byLexicon, inFull].map(async (judge) => judge(page)));
      expect(quick?.accepted).toBe(full?.accepted);
      const iris = new Map(quick?.reason.evidence.map(({ lemma, iri }) => [lemma, iri]));
      for (const { lemma, iri } of full?.reason.evidence ?? []) {
        if (iri === undefined || !iris.has(lemma)) continue;
        linked += 1;
        same += Number(iris.get(lemma) === iri);
      }
    }
    expect(linked).toBeGreaterThan(8);
    expect(same / linked).toBeGreaterThan(0.9);
  });
});
