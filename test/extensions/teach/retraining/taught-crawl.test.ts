import { beforeAll, describe, expect } from '@jest/globals';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlTopic, resumeCrawl } from '../../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../../src/app/settings/settings.js';
import { readActions, sendCommand } from '../../../../src/crawling/steering/command-folder.js';
import { COMMANDS_FOLDER } from '../../../../src/crawling/store/crawl-memory.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import type { Action, CrawlModel } from '../../../../src/model/steering.js';
import { once } from '../../../../src/support/once.js';
import { without } from '../../../../src/support/without.js';
import { beeTopic } from '../../../support/bee-topic.js';
import { collected } from '../../../support/collected.js';
import { severalLooks } from '../../../support/crawl-looks.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../../support/small-corpus.js';
import { placesIn } from '../../../support/temporary-folder.js';
import { itInFull } from '../../../support/thorough.js';
import { storedPages } from '../../../support/stored-pages.js';

const { root, kb } = beeTopic();
const fresh = placesIn(root);
const SITE = 'http://bees.example';
const sentences = (texts: Readonly<Record<string, string>>) => Object.values(texts).join(' ').split('. ');
const [BEES, OTHERS] = [sentences(BEE_TEXTS), sentences(OTHER_TEXTS)];
/** Numbered pages would be a trap. */
const NAMES = Array.from('abcdefghij').flatMap((one) => Array.from('abcdefgh', (other) => `${one}${other}`));
/** More than half of every second page is about bees. */
const isAbout = (place: number): boolean => place % 2 === 0;
/** Some more than train a model. */
const ANSWERS = 60;
let web: string;

function html(bees: number, others: number, from: number, links: readonly string[]): string {
  const some = (all: readonly string[], count: number) =>
    Array.from({ length: count }, (_, place) => all[(from + place) % all.length] ?? '');
  const text = [...some(BEES, bees), ...some(OTHERS, others)].join('. ');
  const anchors = links.map((link) => `<a href="${link}">next</a>`).join('');
  return `<html><head><title>A page</title></head><body><p>${text}</p>${anchors}</body></html>`;
}

beforeAll(async () => {
  const content: Readonly<Record<string, string>> = {
    '/': html(
      16,
      0,
      0,
      NAMES.map((name) => `/${name}`),
    ),
    ...Object.fromEntries(
      NAMES.map((name, place) => [
        `/${name}`,
        isAbout(place) ? html(8, 5, place, []) : html(6, 6, place, []),
      ]),
    ),
  };
  const fileOf = (path: string): string => `pages${path === '/' ? '/index' : path}.html`;
  const pages = Object.keys(content).map((path) => ({
    ...{ url: `${SITE}${path}`, file: fileOf(path), kind: 'page', topics: [], contentType: 'text/html' },
  }));
  const manifest = { hosts: ['bees.example'], seeds: { bees: [`${SITE}/`] }, pages };
  web = await writeFiles(join(root, 'web'), {
    'manifest.json': JSON.stringify(manifest),
    ...Object.fromEntries(Object.entries(content).map(([path, page]) => [fileOf(path), page])),
  });
});

type Options = Omit<CrawlOptions, 'out'>;

/**
 * A crawl that is told of so many pages what they are, after most of them; all at once, so that it always trains with the same
 * ones.
 * @param last asked for after that
 */
async function taught(
  out: string,
  changes: Partial<Options> = {},
  last: readonly Action[] = [],
  write: (event: CrawlEvent) => void = () => undefined,
): Promise<void> {
  const box = fresh();
  const answers = NAMES.slice(0, ANSWERS).map((name, place): Action => {
    return { kind: 'rate', url: `${SITE}/${name}`, answer: isAbout(place) ? 'yes' : 'no' };
  });
  for (const action of [...answers, ...last]) await sendCommand(box, action, 'ada');
  const asks = async (event: CrawlEvent): Promise<void> => {
    write(event);
    if (event.url !== `${SITE}/${NAMES.at(-6)}` || event.rejudged !== undefined) return;
    await rename(join(box, COMMANDS_FOLDER), join(out, COMMANDS_FOLDER));
    await severalLooks(out);
  };
  const small = { concurrency: 1, workers: 1, delay: 0, keepDuplicates: true, strategy: 'breadth-first' };
  const sinks = [{ write: asks }];
  await crawlTopic({ kb, topic: 'bees', seeds: [`${SITE}/`], web, out, ...small, ...changes, sinks });
}

const modelOf = async (out: string): Promise<CrawlModel | undefined> => {
  const found = (await readActions(out)).flatMap(({ action }) =>
    action.kind === 'model' ? [without(action, 'kind')] : [],
  );
  expect(found.length).toBeLessThan(2);
  return found[0];
};

/** What each page is at the end. Scores are those of the moment at which the verdict last changed, which depends on the machine. */
async function outcome(out: string) {
  const events = await collected(readEvents(out));
  const verdicts = events.map(({ url, judgement }) => [url, judgement?.accepted, judgement?.model]);
  return { verdicts, pages: [...(await storedPages(out)).keys()].sort() };
}

/** A crawl from beginning to end, for tests that only read its results. */
const whole = once(async () => {
  const out = fresh();
  await taught(out);
  return out;
});

describe('a crawl that is told of fifty pages what they are', () => {
  itInFull('trains a model with them and judges by it', async () => {
    const out = await whole();
    const model = (await modelOf(out))!;
    expect(model).toMatchObject({ number: 2, file: 'models/model-2.json.gz' });
    expect(model.yes + model.no).toBeGreaterThanOrEqual(50);
    const events = await collected(readEvents(out));
    expect(events).toHaveLength(NAMES.length + 1);
    const judged = events.filter(({ judgement }) => judgement?.model === 2);
    expect(judged.length).toBeGreaterThan(ANSWERS);
    const lines = (await readFile(join(out, 'events.jsonl'), 'utf8')).trim().split('\n');
    const own = lines
      .map((line) => JSON.parse(line) as CrawlEvent)
      .filter(({ judgement }) => judgement?.model === 2);
    const first = new Map(own.toReversed().map(({ url, rejudged }) => [url, rejudged]));
    // Some of the last pages come when the model is there.
    const again = [...first.values()].filter((rejudged) => rejudged !== undefined);
    expect(again.length).toBeGreaterThanOrEqual(first.size - 4);
    for (const { model: before } of again) expect(before).toBeUndefined();
    expect(judged.at(-1)?.judgement?.reason.summary).toMatch(/after \d+ answers$/);
    // Nobody spoke of these.
    for (const [place, name] of [...NAMES.entries()].slice(ANSWERS)) {
      const { judgement } = events.find(({ url }) => url === `${SITE}/${name}`)!;
      expect([name, judgement?.accepted, judgement?.reason.overruled]).toEqual([
        name,
        isAbout(place),
        undefined,
      ]);
    }
  });

  itInFull(
    'comes to the same after a failure while pages are judged again, and needs the model for that',
    async () => {
      const out = fresh();
      let seen = 0;
      const fail = ({ judgement }: CrawlEvent): void => {
        if (judgement?.model === 2 && (seen += 1) === 5) throw new Error('the disk is full');
      };
      await expect(taught(out, {}, [], fail)).rejects.toThrow('disk is full');
      const model = await modelOf(out);
      const file = join(out, model!.file);
      const content = await readFile(file);
      await writeFile(file, content.subarray(0, -1));
      const resumed = { out, sinks: [{ write: () => undefined }] };
      await expect(resumeCrawl(resumed)).rejects.toThrow('is damaged, or is not the model');
      await rm(file);
      await expect(resumeCrawl(resumed)).rejects.toThrow('is missing, by which the crawl judges pages');
      await writeFile(file, content);
      await resumeCrawl(resumed);
      expect(await outcome(out)).toEqual(await outcome(await whole()));
    },
  );
});
