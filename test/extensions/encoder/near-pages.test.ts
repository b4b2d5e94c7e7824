import { describe, expect, it } from '@jest/globals';
import { createEncoder, lineOfTopic, type NearPages } from '../../../src/extensions/encoder/near-pages.js';
import { createAcceptance } from '../../../src/judging/relevance/acceptance.js';
import { judgeHere } from '../../../src/extensions/lab/comparison/judge-here.js';
import type { Judgement } from '../../../src/model/topic.js';
import { emptyPage } from '../../../src/support/text/empty-page.js';
import { judgedAt, MEMBER_TOPIC } from '../../support/judged-members.js';

const LINE = 'Bees: honey, hives, swarms';
const WORDS = ['bees', 'honey', 'opera'];
const acceptance = createAcceptance(MEMBER_TOPIC);
const pageOf = (title: string, text = '') => ({ ...emptyPage('http://a.example/'), title, text });
const [NEAR, FAR] = [judgedAt(0.9), judgedAt(-1)];

/** Counts three words, and keeps what it was asked. */
function fakeEncoder(changes: Partial<NearPages> = {}) {
  const asked: (readonly string[])[] = [];
  const failures: unknown[] = [];
  const encoder = createEncoder({
    encode: (texts) => {
      asked.push(texts);
      const counts = (text: string) => WORDS.map((word) => text.toLowerCase().split(word).length - 1);
      const unit = (all: readonly number[]) => all.map((one) => one / (Math.hypot(...all) || 1));
      return Promise.resolve(texts.map((text) => Float32Array.from(unit(counts(text)))));
    },
    lines: [LINE],
    share: 1,
    onFailure: (thrown) => failures.push(thrown),
    close: () => Promise.resolve(),
    ...changes,
  });
  return { encoder, asked, failures };
}

const opinionsIn = (judgement: Judgement) =>
  (judgement.reason.members ?? []).filter(({ member }) => member === 'encoder');

describe('createEncoder', () => {
  it('scores a page near the decision by title and text, and encodes the line once', async () => {
    const { encoder, asked } = fakeEncoder();
    const scored = await encoder.judge(pageOf('Bees', 'honey and honey'), NEAR, acceptance);
    expect(opinionsIn(scored)).toEqual([{ member: 'encoder', score: 1, odds: 0 }]);
    const other = await encoder.judge(pageOf('Opera'), NEAR, acceptance);
    expect(opinionsIn(other)).toEqual([{ member: 'encoder', score: 0, odds: 0 }]);
    expect(asked).toEqual([['Bees', 'honey and honey'], [LINE], ['Opera']]);
  });

  it('has the acceptance count its score, also when verdicts are given again by the event', async () => {
    const { encoder } = fakeEncoder();
    const without = acceptance.decide(NEAR);
    const [bees, opera] = await Promise.all(
      ['Bees honey', 'Opera'].map(async (title) =>
        acceptance.decide(await encoder.judge(pageOf(title), NEAR, acceptance)),
      ),
    );
    expect(bees!.score).toBeGreaterThan(without.score);
    expect(opera!.score).toBeLessThan(without.score);
    const kept = JSON.parse(JSON.stringify(opera)) as Judgement;
    expect(createAcceptance(MEMBER_TOPIC).decide(kept)).toEqual(opera);
    expect(opinionsIn(kept)[0]!.odds).toBeCloseTo(8 * -0.2);
  });

  it('is not asked about pages that are far below the threshold or in another language, nor without members or a line', async () => {
    const { encoder, asked } = fakeEncoder();
    const refused = { ...NEAR, reason: { ...NEAR.reason, members: undefined } };
    const german = { ...NEAR, reason: { ...NEAR.reason, annotator: 'words-de' } };
    for (const own of [FAR, refused, german])
      expect(await encoder.judge(pageOf('Bees'), own, acceptance)).toBe(own);
    expect(await encoder.judge(pageOf('Bees'), NEAR, undefined)).toBe(NEAR);
    expect(await fakeEncoder({ lines: [undefined] }).encoder.judge(pageOf('Bees'), NEAR, acceptance)).toBe(
      NEAR,
    );
    expect(asked).toEqual([]);
  });

  it('reads a fifth of the pages and six more at most', async () => {
    const { encoder } = fakeEncoder({ share: 0.2 });
    const all: Judgement[] = [];
    for (let page = 0; page < 100; page += 1)
      all.push(await encoder.judge(pageOf(`Bees ${page}`), NEAR, acceptance));
    expect(all.filter((one) => opinionsIn(one).length === 1)).toHaveLength(26);
  });

  it('leaves verdicts as they are from the first failure on, of which it tells once', async () => {
    const { encoder, failures } = fakeEncoder({ encode: () => Promise.reject(new Error('no memory')) });
    for (const title of ['Bees', 'Bees again'])
      expect(await encoder.judge(pageOf(title), NEAR, acceptance)).toBe(NEAR);
    expect(failures).toEqual([new Error('no memory')]);
  });

  it('scores a page for each of several topics that it is near to', async () => {
    const { encoder } = fakeEncoder({ lines: [LINE, 'Opera', undefined] });
    const topics = [NEAR, NEAR, NEAR].map((one, place) => ({ ...one, topic: `topic ${place}` }));
    const all = {
      ...acceptance,
      decide: (one: Judgement) => ({
        ...one,
        topics: one.topics?.map((each) => ({ ...acceptance.decide(each), topic: each.topic })),
      }),
    };
    const scored = await encoder.judge(pageOf('Opera'), { ...NEAR, topics }, all);
    expect(scored.topics!.map((one) => opinionsIn(one).map(({ score }) => score))).toEqual([[0], [1], []]);
  });

  it('wraps a judge, and is closed with it', async () => {
    const closed: string[] = [];
    const { encoder } = fakeEncoder({ close: () => Promise.resolve(void closed.push('encoder')) });
    const classifier = { name: 'ensemble', judge: () => Promise.resolve(NEAR) };
    const reader = { read: () => pageOf('Bees', 'honey') };
    const judge = encoder.around(judgeHere({ reader, classifier, acceptance }));
    const read = await judge.read(new Uint8Array(), 'http://a.example/', '');
    expect(opinionsIn(await read.judge())).toHaveLength(1);
    expect(opinionsIn(await judge.judge(pageOf('Bees')))).toHaveLength(1);
    expect(judge.acceptance).toBe(acceptance);
    await judge.close();
    expect(closed).toEqual(['encoder']);
  });
});

it('compares with the line of a topic, else with its name, in English', () => {
  expect(lineOfTopic({ language: 'en', topic: 'bees', about: LINE })).toBe(LINE);
  expect(lineOfTopic({ language: 'en', topic: 'personal-finance_2' })).toBe('personal finance 2');
  expect(lineOfTopic({ language: 'de', topic: 'bienen', about: 'Bienen' })).toBeUndefined();
});
