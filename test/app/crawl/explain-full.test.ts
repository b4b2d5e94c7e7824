import { beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import type { FullReading } from '../../../src/app/crawl/explain-full.js';
import { sfwc } from '../../cli/run.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';
import { SMALL_SEED, writeSmallWeb } from '../../support/small-corpus.js';
import { findEvent } from '../../../src/crawling/store/result-folder.js';
import { spoilPage } from '../../support/stored-pages.js';

const { root, kb } = beesAndOtherThings();
const [web, out, both] = ['web', 'out', 'both'].map((name) => path.join(root, name)) as [
  string,
  string,
  string,
];

beforeAll(async () => {
  await writeSmallWeb(web);
  const crawl = ['crawl', '--kb', kb, '--web', web, '--seeds', SMALL_SEED];
  await sfwc([...crawl, '--topic', 'bees', '--out', out]);
  await sfwc([...crawl, '--topic', 'bees', '--topic', 'other things', '--out', both]);
});

interface Explained {
  readonly judgement: {
    readonly score: number;
    readonly reason: { readonly annotator?: string; readonly band: object };
  };
  readonly full: FullReading;
}

async function explain(folder: string, url: string): Promise<Explained> {
  const { stdout, stderr } = await sfwc(['explain', folder, url, '--full', '--json']);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Explained;
}

describe('sfwc explain --full', () => {
  it('shows the verdict and the evidence of a full reading next to those of the crawl', async () => {
    const { code, stdout } = await sfwc(['explain', out, SMALL_SEED, '--full']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /accepted: .*\n[^]*read in full, by the tagger and the linkers of the topic bees\naccepted: probability \S+ reaches \S+, the threshold of the crawl\n/,
    );
    expect(stdout).toMatch(/\n {2}the full reading agrees with the crawl: score 0\.\d+\n$/);
  });

  it('reads by the tagger, and judges by the threshold of the crawl', async () => {
    const { judgement, full } = await explain(out, SMALL_SEED);
    const [first, ...others] = full.judgements;
    const read = first!.judgement;
    expect([full.agrees, others]).toEqual([true, []]);
    expect(judgement.reason.annotator).toMatch(/lexi/);
    expect(read.reason.annotator).toBeUndefined();
    expect(read.reason.band).toEqual(judgement.reason.band);
    expect(read.reason.evidence.some(({ iri }) => iri !== undefined)).toBe(true);
  });

  it('compares the verdict of each topic', async () => {
    const { full } = await explain(both, SMALL_SEED);
    expect(full.judgements.map(({ topic, judgement }) => [topic, judgement.accepted])).toEqual([
      ['bees', true],
      ['other things', false],
    ]);
    expect(full.agrees).toBe(true);
  });

  it.each([
    ['was not kept', SMALL_SEED, 'was not kept, so that it cannot be read in full'],
    ['was not judged', 'http://bees.example/missing', 'was not judged, so that a full reading has nothing'],
  ])('says so of a page whose body %s', async (_, url, message) => {
    const event = await findEvent(out, url);
    if (event?.stored !== undefined) spoilPage(out, event);
    const { code, stdout, stderr } = await sfwc(['explain', out, url, '--full']);
    expect([code, stdout]).toEqual([code === 2 ? 2 : 1, '']);
    expect(stderr).toContain(message);
  });
});
