import { describe, expect } from '@jest/globals';
import { crawlTopic, resumeCrawl } from '../../../src/app/crawl/crawl-topic.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { missingPackages } from '../../../src/extensions/encoder/packages.js';
import type { MemberOpinion } from '../../../src/model/topic.js';
import { beeTopic } from '../../support/bee-topic.js';
import { collected } from '../../support/collected.js';
import { SMALL_SEED, writeSmallWeb } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';
import { itInFull, itUnless } from '../../support/thorough.js';

const { root, kb } = beeTopic();
const fresh = placesIn(root);
const missing = missingPackages();
const absent = missing.length === 0 ? undefined : `needs ${missing.join(' and ')}`;
const itEncodes = itUnless(absent, itInFull);

const scoreIn = (members: readonly MemberOpinion[] = []) =>
  members.find(({ member }) => member === 'encoder')?.score;

/** The encoder's score by address, of the last event of each. */
async function scoresIn(out: string): Promise<ReadonlyMap<string, number | undefined>> {
  const events = await collected(readEvents(out));
  return new Map(
    events.flatMap(({ url, judgement }) => (judgement ? [[url, scoreIn(judgement.reason.members)]] : [])),
  );
}

describe('the encoder', () => {
  itEncodes('reads pages of a crawl, whose events keep its scores when the crawl is resumed', async () => {
    const [out, web] = [fresh(), await writeSmallWeb(fresh())];
    const settings = { kb, topic: 'bees', seeds: [SMALL_SEED], web, out, delay: 0, encoder: 'auto' } as const;
    await crawlTopic({ ...settings, maxPages: 2 });
    const before = await scoresIn(out);
    expect(before.get(SMALL_SEED)).toBeGreaterThan(0.2);
    await resumeCrawl({ out, maxPages: 20 });
    const after = await scoresIn(out);
    expect(after.get(SMALL_SEED)).toBe(before.get(SMALL_SEED));
    expect(after.size).toBeGreaterThan(before.size);
  });
});
