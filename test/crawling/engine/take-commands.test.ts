import { describe, expect, it } from '@jest/globals';
import { unlimitedPlan } from '../../support/unlimited-plan.js';
import { crawl } from '../../../src/crawling/engine/engine.js';
import type {
  CrawlControl,
  CrawlDeps,
  CrawlPlan,
  JudgedPages,
} from '../../../src/crawling/engine/crawl-types.js';
import type { CrawlSummary } from '../../../src/crawling/engine/crawl-counts.js';
import type { LinkPriority } from '../../../src/model/crawl-event.js';
import type { Action, Command, TakenAction } from '../../../src/model/steering.js';
import { tinyCrawl, type TinyCrawl, type TinyPages, withParts } from '../../support/tiny-web.js';

const A = 'http://a.example';
const B = 'http://b.example';

/** What is asked, after how many events. */
type Script = readonly (readonly [after: number, action: Action])[];

/** Brings actions when so many events were written. */
function scripted(
  script: Script,
  events: () => number,
): CrawlControl & { taken: TakenAction[]; told: TakenAction[] } {
  const waiting = script.map(([after, action], place): { after: number; command: Command } => ({
    after,
    command: { id: `${place}`, by: 'ada', action },
  }));
  const due = (): boolean => waiting[0] !== undefined && waiting[0].after <= events();
  const taken: TakenAction[] = [];
  const told: TakenAction[] = [];
  return {
    taken,
    told,
    hasNews: due,
    look: () => Promise.resolve(due()),
    news: () => {
      const commands: Command[] = [];
      while (due()) commands.push(waiting.shift()!.command);
      return Promise.resolve(commands);
    },
    onNews: (ring) => {
      const timer = setInterval(() => (waiting.length === 0 ? clearInterval(timer) : ring()), 1);
      timer.unref();
    },
    note: (action) => void taken.push(action),
    tell: (action) => Promise.resolve(void told.push(action)),
  };
}

interface Steered extends TinyCrawl {
  readonly summary: CrawlSummary;
  readonly taken: readonly TakenAction[];
  readonly urls: readonly string[];
}

async function steered(
  pages: TinyPages,
  script: Script,
  how: { changes?: Partial<CrawlPlan>; parts?: Partial<CrawlDeps>; actions?: readonly TakenAction[] } = {},
): Promise<Steered> {
  const { changes = {}, parts = {}, actions = [] } = how;
  const tiny = tinyCrawl(pages, parts);
  const control = scripted(script, () => tiny.records.length);
  const judged: JudgedPages = {
    events: async function* () {
      const last = new Map(tiny.events().map((event) => [event.url, event]));
      yield* last.values();
    },
    bodyOf: ({ url }) => Promise.resolve(tiny.records.find(({ event }) => event.url === url)?.body),
  };
  const usual = unlimitedPlan({ seeds: [`${A}/`], maxPages: 100, maxDepth: 10, follow: 'accepted' });
  const plan = { ...usual, ...changes };
  const summary = await crawl(withParts(tiny.parts, { judged, control }), plan, undefined, { actions });
  expect(control.told).toEqual(control.taken);
  const urls = tiny.events().map(({ url }) => url);
  return { ...tiny, summary, taken: control.taken, urls };
}

/** A seed with so many links, all on topic. */
function star(links: readonly string[]): TinyPages {
  const targets = links.map((link) => [link, { text: 'topic' }] as const);
  return { [`${A}/`]: { text: 'topic', links }, ...Object.fromEntries(targets) };
}

/** Values links by the number at their end. */
const byNumber: LinkPriority = {
  name: 'by-number',
  prioritise: ({ link }) => ({ value: Number(link.url.slice(-1)), reason: 'by number' }),
};

describe('a crawl that is steered', () => {
  it('requests nothing while it is paused, and goes on', async () => {
    const { urls, taken } = await steered(star([`${A}/1`, `${A}/2`]), [
      [1, { kind: 'pause' }],
      [1, { kind: 'seed', urls: [`${B}/`] }],
      [1, { kind: 'resume' }],
    ]);
    expect(urls).toEqual([`${A}/`, `${B}/`, `${A}/1`, `${A}/2`]);
    expect(taken.map(({ effect, after, by }) => `${after} ${by} ${effect}`)).toEqual([
      '1 ada paused; requests under way are finished',
      '1 ada 1 seeds added',
      '1 ada resumed',
    ]);
  });

  it('does not request what is blocked, until it is not any more', async () => {
    const { records } = await steered(star([`${B}/1`, `${A}/2`, `${A}/3`, `${B}/4`]), [
      [1, { kind: 'block', what: 'b.example' }],
      [3, { kind: 'unblock', what: 'b.example' }],
    ]);
    expect(records.map(({ event: { url, state, code, message } }) => [url, state, code, message])).toEqual([
      [`${A}/`, 'done', undefined, undefined],
      [`${B}/1`, 'skipped', 'blocked', 'ada blocked it'],
      [`${A}/2`, 'done', undefined, undefined],
      [`${A}/3`, 'done', undefined, undefined],
      [`${B}/4`, 'done', undefined, undefined],
    ]);
  });

  it('requests what is pinned first and what is boosted earlier, and says so', async () => {
    const links = [1, 2, 3, 4, 5].map((number) => `${A}/${number}`);
    const { records, urls, taken } = await steered(
      star(links),
      [
        [1, { kind: 'boost', what: `${A}/3`, by: 1.5 }],
        [1, { kind: 'pin', what: `${A}/1` }],
        [3, { kind: 'boost', what: `${A}/4`, by: -3 }],
      ],
      { parts: { priority: byNumber } },
    );
    expect(urls).toEqual([`${A}/`, `${A}/1`, `${A}/3`, `${A}/5`, `${A}/2`, `${A}/4`]);
    expect(records.map(({ event }) => event.priority?.reason)).toEqual([
      undefined,
      'by number; pinned by ada',
      'by number; boosted by ada',
      'by number',
      'by number',
      'by number; boosted by ada',
    ]);
    // The standard deviation of 1 to 5.
    expect(taken[0]?.amount).toBeCloseTo(1.5 * Math.sqrt(2.5), 6);
  });

  it('takes the verdict of people, and follows the links of a page that they accept', async () => {
    const pages = {
      ...star([`${A}/1`]),
      [`${A}/1`]: { text: 'off', links: [`${A}/2`] },
      [`${A}/2`]: { text: 'topic' },
    };
    const { records, summary } = await steered(pages, [
      [2, { kind: 'pause' }],
      [2, { kind: 'rate', url: `${A}/1`, answer: 'yes' }],
      [2, { kind: 'resume' }],
    ]);
    expect(
      records.map(({ event: { url, judgement, rejudged } }) => [
        url,
        judgement?.accepted,
        rejudged?.accepted,
      ]),
    ).toEqual([
      [`${A}/`, true, undefined],
      [`${A}/1`, false, undefined],
      [`${A}/1`, true, false],
      [`${A}/2`, true, undefined],
    ]);
    expect(records[2]?.event.judgement?.reason).toMatchObject({
      summary: 'accepted: ada says that it is about the topic; the classifier: test',
      overruled: { by: 'ada', accepted: false, summary: 'test' },
    });
    expect(summary).toMatchObject({ accepted: 3, rejected: 0 });
  });

  it('accepts from the score that a person says, whatever the classifier', async () => {
    const pages = {
      ...star([`${A}/1`, `${A}/2`]),
      [`${A}/1`]: { text: 'off', links: [`${A}/3`] },
      [`${A}/3`]: { text: 'topic' },
    };
    const { records, summary } = await steered(pages, [
      [2, { kind: 'threshold', score: -1 }],
      [4, { kind: 'threshold', score: 0.5 }],
    ]);
    // Other pages are requested while these are judged again.
    const of = (name: string) => records.filter(({ event: { url } }) => url.endsWith(`/${name}`));
    const verdictsOn = (name: string) => of(name).map(({ event }) => event.judgement?.accepted);
    expect(['', '1', '2', '3'].map(verdictsOn)).toEqual([[true], [false, true, false], [true], [true]]);
    expect(of('1')[1]?.event.judgement?.reason).toMatchObject({
      summary: 'accepted: score 0.000 reaches -1.000, the threshold that ada set',
      band: { low: -1, high: null },
    });
    expect(summary).toMatchObject({ accepted: 3, rejected: 1 });
  });

  it('takes what is asked by those who are told of its last pages', async () => {
    const { urls } = await steered(
      { ...star([`${A}/1`]), [`${B}/`]: { text: 'topic' } },
      [[2, { kind: 'seed', urls: [`${B}/`] }]],
      // The last page would only be told of at the end.
      { parts: { batch: { records: 100, milliseconds: 3_600_000 } } },
    );
    expect(urls).toEqual([`${A}/`, `${A}/1`, `${B}/`]);
  });

  it('refuses what cannot be done, and goes on', async () => {
    const { taken, urls } = await steered(star([`${A}/1`]), [
      [1, { kind: 'block', what: '/(/' }],
      [1, { kind: 'accept', accept: 'broad' }],
      [1, { kind: 'seed', urls: ['mailto:x'] }],
    ]);
    expect(taken.map(({ refused, effect }) => [refused, effect.split(':')[0]])).toEqual([
      [true, 'the pattern /(/ is not a regular expression'],
      [true, 'the threshold of the classifier tiny is fixed; say from which score pages are to be accepted'],
      [true, "'mailto"],
    ]);
    expect(urls).toEqual([`${A}/`, `${A}/1`]);
  });

  it('is steered again as it was when it goes on', async () => {
    const past: readonly TakenAction[] = (
      [
        { kind: 'block', what: `${A}/1` },
        { kind: 'pin', what: `${A}/3` },
      ] as const
    ).map((action, place) => ({ id: `${place}`, by: 'ben', action, time: '', after: 0, effect: '' }));
    const { records } = await steered(star([`${A}/1`, `${A}/2`, `${A}/3`]), [], { actions: past });
    expect(records.map(({ event: { url, message } }) => [url, message])).toEqual([
      [`${A}/`, undefined],
      [`${A}/3`, undefined],
      [`${A}/1`, 'ben blocked it'],
      [`${A}/2`, undefined],
    ]);
  });
});
