import { afterEach, describe, expect } from '@jest/globals';
import { deflateSync } from 'node:zlib';
import {
  openDocumentThreads,
  type DocumentThreads,
  type ThreadLimits,
} from '../../../src/extensions/documents/document-threads.js';
import { makeEpub, makePdfOfStream } from '../../language/corpus/fixtures.js';
import { itInFull } from '../../support/thorough.js';

const LIMITS: ThreadLimits = { bytes: 20_000_000, pages: 200, seconds: 30, memory: 64 };
const sent = { url: 'http://a.example/x', contentType: '' };

let threads: DocumentThreads | undefined;
afterEach(async () => threads?.close());
function open(limits: Partial<ThreadLimits> = {}): DocumentThreads {
  threads = openDocumentThreads({ ...LIMITS, ...limits });
  return threads;
}

/** A page that takes seconds, and much memory, to read. */
const SLOW = makePdfOfStream(
  deflateSync(Buffer.alloc(50_000_000, 'BT /F1 9 Tf (bees in the hive) Tj ET\n')),
  '/Filter /FlateDecode',
);
const GOOD = { ...sent, kind: 'text', body: Buffer.from('Bees\n\nA hive.') } as const;

describe('threads that read documents', () => {
  itInFull('end a document that takes too long, and read the next one', async () => {
    const { read } = open({ seconds: 4, memory: 1000 });
    expect(await read({ ...sent, kind: 'pdf', body: SLOW })).toEqual({
      code: 'unreadable',
      message: 'reading it took longer than 4 s',
    });
    expect(await read(GOOD)).toMatchObject({ reading: { from: 'text' } });
  });

  itInFull('end a document that takes too much memory, and read the next one', async () => {
    const { read } = open({ memory: 32 });
    const book = await makeEpub([`<p>${'<i>x</i> '.repeat(1_000_000)}</p>`]);
    expect(await read({ ...sent, kind: 'epub', body: book })).toEqual({
      code: 'unreadable',
      message: expect.stringMatching(/^reading it failed: .*memory limit/),
    });
    expect(await read(GOOD)).toMatchObject({ reading: { from: 'text' } });
  });

  itInFull('unpack no more of a PDF than memory allows', async () => {
    const { read } = open({ memory: 64 });
    const zeros = deflateSync(deflateSync(Buffer.alloc(100_000_000, ' ')));
    const bomb = makePdfOfStream(zeros, '/Filter [/FlateDecode /FlateDecode]');
    expect(bomb.length).toBeLessThan(10_000);
    expect(await read({ ...sent, kind: 'pdf', body: bomb })).toEqual({
      code: 'unreadable',
      message: 'unreadable pages: 1',
    });
  });
});
