import { describe, expect, it } from '@jest/globals';
import type { CrawlEvent, LinkCandidate, LinkPriority, Priority } from '../../../src/model/crawl-event.js';
import {
  guardClassifier,
  guardLinker,
  guardStrategy,
  openSinks,
} from '../../../src/judging/plugins/guarded-parts.js';
import {
  type ClassifierContext,
  type UserClassifier,
  type UserLinker,
  type Sink,
} from '../../../src/judging/plugins/plugin.js';
import { NO_PLUGINS, registerPlugins } from '../../../src/judging/plugins/registry.js';
import { mention, pageWith } from '../../support/small-topic.js';

const registered = <Part>(part: Part) => ({ name: 'mine', part, module: undefined });
const NO_CONTEXT = {} as ClassifierContext;
const candidate = { link: { url: 'http://a.example/' } } as LinkCandidate;
const event = { sequence: 7, url: 'http://a.example/' } as CrawlEvent;

describe('a classifier of one’s own', () => {
  const page = pageWith([mention('bee'), mention('bee'), mention('hive', null)]);
  const judge = (part: UserClassifier['judge']) =>
    guardClassifier(registered({ judge: part }), NO_CONTEXT).judge(page);

  it('may say little: the rest of the judgement is filled in', async () => {
    expect(await judge(() => ({ accepted: true, score: 2, reason: 'it is long' }))).toEqual({
      accepted: true,
      score: 2,
      classifier: 'mine',
      reason: {
        summary: 'it is long',
        meanIdf: null,
        band: { low: null, high: null },
        nouns: { distinct: 2, linked: 1, unknown: 0 },
        evidence: [],
      },
    });
  });

  it.each<[string, () => never]>([
    ['no score', () => ({ accepted: true }) as never],
    ['a score that is not a number', () => ({ accepted: true, score: NaN }) as never],
  ])('is named when it gives %s', async (_, gives) => {
    await expect(judge(gives)).rejects.toThrow(
      /the classifier 'mine' at http:\/\/p.example\/ gave .* instead of/,
    );
  });
});

describe('a strategy of one’s own', () => {
  it('may be an object of a class, and what it iterates over may fail late', async () => {
    class Counting implements LinkPriority {
      readonly name = 'counting';
      readonly #values = [3];
      prioritise() {
        return { value: this.#values[0]!, reason: 'counted' };
      }
      *revisions(): Iterable<readonly [string, Priority]> {
        yield ['http://b.example/', { value: 1, reason: 'one' }];
        throw new Error('late');
      }
    }
    const strategy = await guardStrategy(
      registered(() => new Counting()),
      { topic: 't', kb: 'kb' },
    );
    expect(strategy.prioritise(candidate)).toEqual({ value: 3, reason: 'counted' });
    expect(() => strategy.revisions?.()).toThrow("the strategy 'mine' failed: late");
  });
});

it('a linker of one’s own gives links under its name, and is named when they are wrong', async () => {
  const text = { text: 'a bee', sentences: [], nouns: [] };
  const link = (links: readonly unknown[]) =>
    guardLinker(registered({ link: () => links } as unknown as UserLinker)).link(text);
  expect(await link([{ begin: 2, end: 5, iri: 'http://x.example/bee' }])).toEqual([
    { begin: 2, end: 5, iri: 'http://x.example/bee', linker: 'mine' },
  ]);
  for (const wrong of [
    { begin: 2, end: 9, iri: 'http://x/' },
    { begin: 2, end: 5, iri: 'bee' },
    { begin: 5, end: 2, iri: 'a:b' },
  ])
    await expect(link([wrong])).rejects.toThrow(/the linker 'mine' gave/);
});

describe('sinks', () => {
  const plugins = (sinks: Readonly<Record<string, Sink>>) =>
    registerPlugins([{ plugin: { sinks }, origin: 'a test' }]);

  it('are named when they fail, and the others are closed all the same', async () => {
    let isClosed = false;
    const failing: Sink = { write: () => Promise.reject(new Error('the disk is full')) };
    const other: Sink = { write: () => undefined, close: () => void (isClosed = true) };
    await expect((await openSinks(plugins({ failing, other }))).write(event)).rejects.toThrow(
      "the sink 'failing' at event 7 (http://a.example/) failed: the disk is full",
    );
    const broken = (): Sink => {
      throw new Error('no table');
    };
    const opening = openSinks(registerPlugins([{ plugin: { sinks: { other, broken } }, origin: 'a test' }]));
    await expect(opening).rejects.toThrow("the sink 'broken', when it was made, failed: no table");
    expect(isClosed).toBe(true);
    await expect((await openSinks(NO_PLUGINS)).write(event)).resolves.toBeUndefined();
  });
});
