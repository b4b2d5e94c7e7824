import { describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { ReaderGone } from '../../src/cli/io.js';
import { hidePasswords, linesOf, signalOf, writeAll } from '../../src/cli/process.js';
import { Interrupted, OutputError } from '../../src/model/errors.js';

describe('hidePasswords', () => {
  it('hides the arguments where one is an address with a password', () => {
    const titleOf = (url: string): string => {
      const process = { argv: ['node', 'sfwc', 'crawl', '--frontier', url], title: 'node sfwc' };
      hidePasswords(process);
      return process.title;
    };
    expect(titleOf('postgres://crawler:secret@db/crawls')).toBe('sfwc');
    expect(titleOf('postgres://db/crawls?sslmode=require&password=secret')).toBe('sfwc');
    expect(titleOf('postgres://crawler@db/crawls')).toBe('node sfwc');
  });
});

describe('signalOf', () => {
  it.each(['SIGINT', 'SIGTERM'])('acknowledges %s at once, and ends the process at the second', (name) => {
    const process = new EventEmitter();
    const said: string[] = [];
    const exits: number[] = [];
    const signal = signalOf(
      process,
      (text) => said.push(text),
      (code) => exits.push(code),
    );
    expect(signal.aborted).toBe(false);
    process.emit(name);
    expect(signal.reason).toBeInstanceOf(Interrupted);
    expect([said, exits]).toEqual([['\nstopping; press Ctrl-C again to quit at once\n'], []]);
    process.emit('SIGINT');
    expect([said.length, exits]).toEqual([1, [130]]);
  });

  it('acknowledges SIGHUP once, which terminals that close send several times', () => {
    const process = new EventEmitter();
    const exits: number[] = [];
    const signal = signalOf(
      process,
      () => undefined,
      (code) => exits.push(code),
    );
    for (let n = 0; n < 3; n += 1) process.emit('SIGHUP');
    expect([signal.aborted, exits]).toEqual([true, []]);
    process.emit('SIGTERM');
    expect(exits).toEqual([130]);
  });
});

describe('linesOf', () => {
  it('gives the input back when no more lines are wanted', async () => {
    const input = new PassThrough();
    input.write('y\nq\nnever read\n');
    const lines = linesOf(input);
    expect([(await lines.next()).value, (await lines.next()).value]).toEqual(['y', 'q']);
    await lines.return(undefined);
    expect([input.isPaused(), input.listenerCount('data')]).toEqual([true, 0]);
  });
});

/** A hundred texts, and how many of them were made. */
function texts() {
  const seen = { made: 0, ended: false };
  async function* make(): AsyncGenerator<string> {
    try {
      for (; seen.made < 100; seen.made += 1) yield `${'x'.repeat(1000)}\n`;
    } finally {
      seen.ended = true;
    }
  }
  return { seen, make };
}

it('makes no more texts than the reader of a stream has room for', async () => {
  const { seen, make } = texts();
  const waiting: (() => void)[] = [];
  let written = 0;
  const stream = new Writable({
    highWaterMark: 5000,
    write: (_chunk, _encoding, done) => {
      written += 1;
      waiting.push(done);
    },
  });
  const writing = writeAll(stream, make());
  await new Promise((resolve) => setImmediate(resolve));
  expect([seen.made < 10, written]).toEqual([true, 1]);
  const drain = setInterval(() => waiting.shift()?.());
  await writing;
  clearInterval(drain);
  expect([seen.made, stream.writableEnded]).toEqual([100, false]);
});

it.each([
  ['nobody reads any more', 'EPIPE', ReaderGone],
  ['the disk is full', 'ENOSPC', OutputError],
])('makes no more texts when %s', async (_, code, expected) => {
  const { seen, make } = texts();
  const stream = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
  });
  await expect(writeAll(stream, make())).rejects.toBeInstanceOf(expected);
  expect(seen.made).toBeLessThan(100);
});
