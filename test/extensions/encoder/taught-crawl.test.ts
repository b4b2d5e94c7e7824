import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlTopic, resumeCrawl } from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readActions } from '../../../src/crawling/steering/command-folder.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { sfwc } from '../../cli/run.js';
import { beeTopic } from '../../support/bee-topic.js';
import { collected } from '../../support/collected.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';
import { itInFull } from '../../support/thorough.js';
import { pageOf, startFakeModel, type FakeModel, type Question } from './fake-model.js';

const { root, kb } = beeTopic();
const fresh = placesIn(root);
const SITE = 'http://bees.example';
const MODEL = 'tiny-3.1';
const KEY = 'sk-not-to-be-seen';
const sentences = (texts: Readonly<Record<string, string>>) => Object.values(texts).join(' ').split('. ');
const [BEES, OTHERS] = [sentences(BEE_TEXTS), sentences(OTHER_TEXTS)];
/** Numbered pages would be a trap. */
const NAMES = Array.from('abcdefgh').flatMap((one) => Array.from('abcdefghij', (other) => `${one}${other}`));
let web: string;
let model: FakeModel;

/** Pages with more and less about bees. */
function html(title: string, bees: number, from: number, links: readonly string[] = []): string {
  const some = (all: readonly string[], count: number) =>
    Array.from({ length: count }, (_, place) => all[(from + place) % all.length] ?? '');
  const text = [...some(BEES, bees), ...some(OTHERS, 12 - bees)].join('. ');
  const anchors = links.map((link) => `<a href="/${link}">next</a>`).join('');
  return `<html><head><title>${title}</title></head><body><p>${text}</p>${anchors}</body></html>`;
}

beforeAll(async () => {
  const pages = new Map([['index', html('Bees', 12, 0, NAMES)]]);
  for (const [place, name] of NAMES.entries())
    pages.set(name, html(`Page ${name}, answer yes`, place % 7 < 3 ? 10 : 2, place));
  const listed = [...pages.keys()].map((name) => ({
    url: `${SITE}/${name === 'index' ? '' : name}`,
    ...{ file: `${name}.html`, kind: 'page', topics: [], contentType: 'text/html' },
  }));
  const manifest = { hosts: ['bees.example'], seeds: { bees: [`${SITE}/`] }, pages: listed };
  web = await writeFiles(join(root, 'web'), {
    'manifest.json': JSON.stringify(manifest),
    ...Object.fromEntries([...pages].map(([name, page]) => [`${name}.html`, page])),
  });
});
beforeEach(async () => void (model = await startFakeModel()));
afterEach(() => model.close());

const FIXED = {
  concurrency: 1,
  workers: 1,
  delay: 0,
  keepDuplicates: true,
  strategy: 'breadth-first',
} as const;

function options(out: string, changes: Partial<CrawlOptions> = {}): CrawlOptions {
  const topic = { kb, topic: 'bees', seeds: [`${SITE}/`], web, out };
  return { ...topic, ...FIXED, teacher: `${model.api}?model=${MODEL}`, ...changes };
}

/** Finds what a person would find. */
const knowing = (question: Question): string => {
  const name = /Page (\w+)/.exec(pageOf(question).title)?.[1] ?? '';
  return NAMES.indexOf(name) % 7 < 3 ? 'yes' : 'no';
};

const answersIn = async (out: string) =>
  (await readActions(out)).flatMap(({ action, ...rest }) =>
    action.kind === 'rate' ? [{ ...rest, url: action.url, answer: action.answer }] : [],
  );

describe('a crawl with a teacher', () => {
  it('asks about a page on either side of the threshold after thirty pages', async () => {
    model.answer = (question) => (knowing(question) === 'yes' ? 'no' : 'yes');
    const out = fresh();
    const { summary } = await crawlTopic(options(out, { maxPages: 31 }));
    expect(model.questions.map(knowing).sort()).toEqual(['no', 'yes']);
    expect(summary.taught).toEqual({ by: MODEL, answers: 2 });
    const answers = await answersIn(out);
    expect(answers.map(({ by, software }) => [by, software])).toEqual(Array(2).fill([MODEL, true]));
    const events = await collected(readEvents(out));
    for (const { url, answer } of answers) {
      const judgement = events.find((event) => event.url === url)?.judgement;
      expect(judgement?.accepted).toBe(answer === 'yes');
      expect(judgement?.reason.overruled).toMatchObject({ by: MODEL, software: true });
    }
  });

  itInFull('gives up after three failures in a row, with one warning', async () => {
    model.answer = () => ({ status: 404, text: `no model; the key is ${KEY}` });
    const out = fresh();
    const warnings: string[] = [];
    const logger = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
    const { summary } = await crawlTopic(options(out, { maxPages: 45 }), { logger });
    expect([model.questions.length, summary.fetched, summary.taught]).toEqual([3, 45, undefined]);
    expect(warnings).toEqual([`${MODEL} is not asked any more: three times without an answer (status 404)`]);
  });

  itInFull('does not ask again when it is resumed', async () => {
    model.answer = knowing;
    const out = fresh();
    await crawlTopic(options(out, { maxPages: 45 }));
    const before = model.questions.length;
    expect(before).toBe(4);
    process.env['SFWC_TEACHER_KEY'] = KEY;
    const { summary } = await resumeCrawl({ out, maxPages: 1000 });
    expect(model.questions.map(({ authorization }) => authorization)).toEqual([
      ...Array<undefined>(before).fill(undefined),
      ...Array<string>(12 - before).fill(`Bearer ${KEY}`),
    ]);
    expect(new Set(model.questions.map((one) => pageOf(one).title)).size).toBe(12);
    expect(summary.taught?.answers).toBe(12);
    await resumeCrawl({ out, maxPages: 2000 });
    expect(model.questions).toHaveLength(12);
    delete process.env['SFWC_TEACHER_KEY'];
  });

  itInFull('takes the key from the environment, and shows and keeps it nowhere', async () => {
    model.answer = knowing;
    const out = fresh();
    const place = ['--kb', kb, '--topic', 'bees', '--seeds', `${SITE}/`, '--web', web, '--out', out];
    process.env['SFWC_TEACHER_KEY'] = KEY;
    const taught = ['--set', `teacher=${model.api}?model=${MODEL}`];
    const run = await sfwc(['crawl', ...place, ...taught]);
    delete process.env['SFWC_TEACHER_KEY'];
    expect([run.code, model.questions[0]?.authorization]).toEqual([0, `Bearer ${KEY}`]);
    expect(run.stdout).toMatch(/\d+ questions answered by tiny-3\.1/);
    expect(run.stdout + run.stderr).not.toContain(KEY);
    const files = await readdir(out, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile()))
      expect((await readFile(join(file.parentPath, file.name))).includes(KEY)).toBe(false);
  });

  it('ends at once when it is interrupted, also while a model thinks', async () => {
    const stop = new AbortController();
    model.answer = () => {
      stop.abort();
      return new Promise(() => undefined);
    };
    const warnings: string[] = [];
    const logger = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
    const { summary } = await crawlTopic(options(fresh()), { logger, signal: stop.signal });
    expect([summary.ended, model.questions.length, warnings]).toEqual(['interrupted', 1, []]);
  });
});

it('refuses settings that do not go together before the crawl begins', async () => {
  for (const teacher of [
    'http://me:secret@localhost/v1?model=a',
    'http://localhost/v1',
    'http://localhost/v1?model=a&b=1',
  ])
    await expect(crawlTopic(options(fresh(), { teacher }))).rejects.toThrow(/\?model=NAME, without name/);
});
