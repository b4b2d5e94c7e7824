import { describe, expect, it } from '@jest/globals';
import type { CrawlEvent, LinkCandidate, LinkPriority, Priority } from '../../../src/model/crawl-event.js';
import { InputError, PluginError } from '../../../src/model/errors.js';
import {
  guardClassifier,
  guardLinker,
  guardStrategy,
  openSinks,
} from '../../../src/judging/plugins/guarded-parts.js';
import {
  type ClassifierContext,
  type OwnClassifier,
  type OwnLinker,
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
  const judge = (part: OwnClassifier['judge']) =>
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
    ['nothing', () => undefined as never],
    ['no score', () => ({ accepted: true }) as never],
    ['a score that is not a number', () => ({ accepted: true, score: NaN }) as never],
    ['no verdict', () => ({ score: 1 }) as never],
  ])('is named when it gives %s', async (_, gives) => {
    await expect(judge(gives)).rejects.toThrow(
      /the classifier 'mine' at http:\/\/p.example\/ gave .* instead of/,
    );
  });

  it('is named when it throws, unless sfwc itself reports something', async () => {
    const thrown = judge(() => {
      throw new TypeError('x is undefined');
    });
    await expect(thrown).rejects.toThrow("the classifier 'mine' at http://p.example/ failed: x is undefined");
    await expect(thrown).rejects.toBeInstanceOf(PluginError);
    const reported = judge(() => Promise.reject(new InputError('the knowledge base is gone')));
    await expect(reported).rejects.toBeInstanceOf(InputError);
  });

  it('is made once, of its topic', async () => {
    let made = 0;
    const part = (context: ClassifierContext): OwnClassifier => {
      made += 1;
      return { judge: () => ({ accepted: true, score: context.topic.documents }) };
    };
    const context = { topic: { documents: 5 } } as ClassifierContext;
    const classifier = guardClassifier(registered(part), context);
    expect([(await classifier.judge(page)).score, (await classifier.judge(page)).score, made]).toEqual([
      5, 5, 1,
    ]);
    const wrong = guardClassifier(
      registered(() => ({}) as OwnClassifier),
      NO_CONTEXT,
    );
    await expect(wrong.judge(page)).rejects.toThrow(
      /when it was made, gave {} instead of an object with judge\(\)/,
    );
  });
});

describe('a strategy of one’s own', () => {
  const open = (part: Partial<LinkPriority>) =>
    guardStrategy(registered({ name: 'x', prioritise: () => undefined, ...part }), { topic: 't', kb: 'kb' });

  it('keeps every method of the port', async () => {
    const methods: (keyof LinkPriority)[] = [
      ...(['prioritise', 'observe', 'correct', 'revisions'] as const),
      ...(['current', 'snapshot', 'changes', 'restore'] as const),
    ];
    const called: string[] = [];
    const note = (method: string) => () => void called.push(method);
    const strategy = await open(Object.fromEntries(methods.map((method) => [method, note(method)])));
    const guarded = strategy as unknown as Readonly<Record<string, (given: object) => unknown>>;
    for (const method of methods) guarded[method]!(method === 'prioritise' ? candidate : event);
    expect(called).toEqual(methods);
  });

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

  it('is named when it throws, or gives what is not a priority', async () => {
    const throwing = await open({
      prioritise: () => {
        throw new Error('oh');
      },
      observe: () => {
        throw new Error('ah');
      },
    });
    expect(() => throwing.prioritise(candidate)).toThrow(
      "the strategy 'mine' at the link http://a.example/ failed: oh",
    );
    expect(() => throwing.observe?.(event)).toThrow("the strategy 'mine' at http://a.example/ failed: ah");
    const wrong = await open({ prioritise: () => ({ value: Infinity, reason: 'x' }) });
    expect(() => wrong.prioritise(candidate)).toThrow(PluginError);
  });
});

it('a linker of one’s own gives links under its name, and is named when they are wrong', async () => {
  const text = { text: 'a bee', sentences: [], nouns: [] };
  const link = (links: readonly unknown[]) =>
    guardLinker(registered({ link: () => links } as unknown as OwnLinker)).link(text);
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

  it('get events one after the other and are closed in the end', async () => {
    const heard: string[] = [];
    const sink = (name: string): Sink => ({
      write: async ({ sequence }) => {
        await Promise.resolve();
        heard.push(`${name} ${sequence}`);
      },
      close: () => void heard.push(`${name} closed`),
    });
    const open = await openSinks(plugins({ a: sink('a'), b: sink('b') }));
    await open.write(event);
    await open.close();
    expect(heard).toEqual(['a 7', 'b 7', 'a closed', 'b closed']);
  });

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
