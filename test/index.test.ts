import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as crawlApi from '../src/cli/api/crawl.js';
import * as judgeApi from '../src/cli/api/judge.js';
import * as kbApi from '../src/cli/api/kb.js';
import * as lab from '../src/extensions/lab/api.js';
import * as server from '../src/extensions/server/api.js';
import * as thesaurus from '../src/extensions/thesaurus/api.js';
import * as api from '../src/index.js';
import { temporaryFolder } from './support/temporary-folder.js';

const folder = temporaryFolder();

const ALL: Readonly<Record<string, unknown>> = {
  ...{ ...kbApi, ...judgeApi, ...crawlApi, ...lab },
  ...{ ...server, ...thesaurus, ...api },
};

const functions = Object.entries(ALL).filter(
  ([, value]) =>
    typeof value === 'function' &&
    !Object.prototype.isPrototypeOf.call(Error.prototype, value.prototype ?? {}),
) as unknown as readonly (readonly [string, (...given: unknown[]) => unknown])[];

/** What is thrown when the function is called and all that it gives is read; undefined for nothing. */
async function thrownBy(call: (...given: unknown[]) => unknown, given: readonly unknown[]): Promise<unknown> {
  try {
    const result = await call(...given);
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
      for await (const one of result as AsyncIterable<unknown>) expect(one).toBeDefined();
    return undefined;
  } catch (thrown) {
    return thrown;
  }
}

describe('every function of the public API', () => {
  it.each(functions)('says in words what is wrong with its arguments: %s', async (_, call) => {
    const nowhere = join(folder, 'nowhere');
    const wrong: readonly (readonly unknown[])[] = [
      [],
      ...[null, 42, '', {}, [], { nonsense: 1 }].map((one) => [one]),
      ...[undefined, null, 42, '', {}, { nonsense: 1 }].map((one) => [nowhere, one]),
      ...[undefined, null, 42, {}, { nonsense: 1 }].map((one) => [[nowhere], one]),
      ...[null, 42].map((one) => [{}, one]),
      ...[null, 42].map((one) => [nowhere, {}, one]),
      ...[null, 42].map((one) => [{}, {}, one]),
    ];
    const thrown = await Promise.all(
      wrong.map(async (given) => ({ given, error: await thrownBy(call, given) })),
    );
    const unclear = thrown.filter(({ error }) => error !== undefined && !(error instanceof api.SfwcError));
    expect(unclear).toEqual([]);
  });
});

it('says which setting is missing', async () => {
  await expect(api.crawl(undefined as never).summary).rejects.toThrow(api.UsageError);
  await expect(api.crawl({ kb: 'kb' } as never).summary).rejects.toThrow(/\bseeds: is required/);
});

it.each<[string, () => Promise<unknown>]>([
  ['buildTopic', () => api.buildTopic(['texts'], { kb: 'kb', topc: 'bees' } as never)],
  ['query', () => api.query('kb', { sparql: 'ASK {}', topc: 'bees' } as never)],
])('says which option was meant: %s', async (_, call) => {
  await expect(call()).rejects.toThrow(/unknown setting topc; did you mean 'topic'\?/);
});

it('takes signal, logger and progress in the options of every function', async () => {
  for (const wrong of [{ signal: 1 }, { logger: 'x' }, { onWait: 'x' }])
    await expect(api.buildTopic(['texts'], { kb: 'kb', topic: 'bees', ...wrong } as never)).rejects.toThrow(
      /^buildTopic\(.*: (?:signal|logger|onWait) must be/,
    );
  const stopped = AbortSignal.abort(new api.Interrupted());
  await expect(
    api.buildTopic(['corpora/diabetes'], { kb: join(folder, 'kb'), topic: 'bees', signal: stopped }),
  ).rejects.toThrow(api.Interrupted);
});

it('has at most 45 names in the root, types included', () => {
  const text = readFileSync('src/index.ts', 'utf8').replace(/\/\*[^]*?\*\//g, '');
  const names = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').filter((name) => name.trim() !== ''),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.length).toBeLessThanOrEqual(45);
  expect(text).not.toContain('export *');
});
