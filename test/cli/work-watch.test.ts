import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PassThrough } from 'node:stream';
import type { CommandIo } from '../../src/cli/io.js';
import { watchWork, type WorkWatch } from '../../src/cli/work-watch.js';
import { manualClock } from '../support/manual-clock.js';

let watch: WorkWatch | undefined;
afterEach(() => watch?.stop());

/** A watch, what it writes, and time that passes; half a second at a time, as the timers look. */
async function watched(terminal?: NodeJS.WriteStream) {
  const clock = manualClock();
  const said: string[] = [];
  const io = {
    stderr: (text: string) => said.push(text),
    colours: { stdout: false, stderr: false },
    drawings: new Set(),
    terminal,
  } as unknown as CommandIo;
  const made = await watchWork(io, 'building bees', clock);
  watch = made;
  const pass = (seconds: number): void => {
    for (let step = 0; step < 2 * seconds; step += 1) {
      clock.advance(500);
      jest.advanceTimersByTime(500);
    }
  };
  return { said, clock, pass, watch: made };
}

describe('watchWork', () => {
  it('names steps and counts in lines where there is no terminal', async () => {
    jest.useFakeTimers();
    try {
      const { said, clock, pass, watch: made } = await watched();
      made.wait('loading sfwc');
      pass(3);
      for (let done = 1; done <= 8; done += 1) {
        made.update({ done, total: 8, unit: 'documents' });
        pass(1);
      }
      made.wait('training the ensemble', { detail: 'part 1 of 5', busy: 3000 });
      clock.advance(9000);
      made.wait('training the ensemble', { detail: 'part 2 of 5', busy: 3000 });
      expect(said).toEqual([
        'building bees: loading sfwc\n',
        'building bees 1/8 documents\n',
        'building bees 7/8 documents, 1 s left\n',
        'building bees: training the ensemble, part 1 of 5\n',
        'building bees: training the ensemble, part 2 of 5\n',
      ]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('says nothing of short work', async () => {
    jest.useFakeTimers();
    try {
      const { said, pass, watch: made } = await watched();
      made.wait('loading sfwc');
      pass(1);
      made.update({ done: 1, unit: 'documents' });
      made.stop();
      pass(5);
      expect(said).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('says what pages are waited for and until when, and names a wait again after a message', async () => {
    jest.useFakeTimers();
    try {
      const { said, clock, pass, watch: made } = await watched();
      made.wait('waiting for an answer of a.example', { detail: 'search 1 of 3' });
      pass(2);
      made.logger.warn('a.example: status 503; retrying in 8 s');
      pass(2);
      const until = clock.now() + 600_000;
      made.watchActivity(() => ({
        waiting: { why: 'b.example answered 503', since: clock.now(), until, retries: true },
      }));
      pass(2);
      expect(said).toEqual([
        'building bees: waiting for an answer of a.example, search 1 of 3\n',
        'warning: a.example: status 503; retrying in 8 s\n',
        'building bees: waiting for an answer of a.example, search 1 of 3\n',
        'building bees: waiting: b.example answered 503, retrying in 10 min\n',
      ]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('draws each step on a terminal at once, without the counts of the one before', async () => {
    const terminal = Object.assign(new PassThrough(), { columns: 100, isTTY: true });
    const written: string[] = [];
    terminal.on('data', (text: Buffer) => written.push(text.toString()));
    const { said, watch: made } = await watched(terminal as unknown as NodeJS.WriteStream);
    made.update({ done: 8, total: 8, unit: 'documents' });
    made.wait('training the ensemble', { detail: 'part 1 of 5' });
    made.wait('training the ensemble', { detail: 'part 2 of 5' });
    const drawn = written.filter((text) => text.startsWith('building'));
    expect(drawn.map((text) => text.trimEnd())).toEqual([
      expect.stringMatching(/8\/8 documents$/),
      'building bees training the ensemble, part 1 of 5',
      'building bees training the ensemble, part 2 of 5',
    ]);
    expect(said).toEqual([]);
  });
});
