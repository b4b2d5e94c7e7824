import { afterEach, describe, expect, it } from '@jest/globals';
import { createWaits, type Waits } from '../../src/cli/waits.js';
import { manualClock } from '../support/manual-clock.js';

let waits: Waits | undefined;
afterEach(() => waits?.stop());

/** Looks every half second, as the timer does. */
function sayings(ask?: () => string | undefined) {
  const clock = manualClock();
  const said: string[] = [];
  const begun = clock.now();
  waits = createWaits((line) => void said.push(`${(clock.now() - begun) / 1000} s: ${line}`), {
    clock,
    ...(ask && { ask }),
  });
  const made = waits;
  const pass = (seconds: number): void => {
    for (let step = 0; step < 2 * seconds; step += 1) {
      clock.advance(500);
      made.look();
    }
  };
  return { said, pass, clock, waits: made };
}

describe('createWaits', () => {
  it('names a wait after two seconds of silence, and seldom again', () => {
    const { said, pass, waits: made } = sayings();
    made.set('opening the knowledge base kb');
    pass(100);
    expect(said).toEqual([2, 12, 42].map((at) => `${at} s: opening the knowledge base kb`));
  });

  it('says nothing where there is no wait, or something else is heard', () => {
    const { said, pass, waits: made } = sayings();
    pass(10);
    made.heard();
    made.set('opening');
    pass(1);
    made.heard();
    pass(1);
    made.set(undefined);
    pass(5);
    expect(said).toEqual([]);
  });

  it('names what comes next at once where the timer could not run', () => {
    const { said, clock, waits: made } = sayings();
    made.set('opening');
    clock.advance(5000);
    made.set('reading sitemaps');
    expect(said).toEqual(['5 s: reading sitemaps']);
  });

  it('asks what is waited for when nothing was set', () => {
    const now: { wait?: string } = {};
    const { said, pass } = sayings(() => now.wait);
    pass(5);
    now.wait = 'a.example answered 503';
    pass(1);
    expect(said).toEqual(['5.5 s: a.example answered 503']);
  });

  it('names a step before it keeps the thread busy past the two seconds', () => {
    const { said, clock, waits: made } = sayings();
    clock.advance(500);
    made.set('reading', { busy: 1000 });
    expect(said).toEqual([]);
    made.set('training', { busy: 1500 });
    clock.advance(9000);
    made.set('writing');
    expect(said).toEqual(['0.5 s: training', '9.5 s: writing']);
  });

  it('names a step that goes on every five seconds, and a part of it that takes two by itself', () => {
    const { said, clock, waits: made } = sayings();
    const passWith = (seconds: number, text?: string): void => {
      for (let step = 0; step < 2 * seconds; step += 1) {
        if (text !== undefined) made.set('reading', { text: `${text} ${step}` });
        clock.advance(500);
        made.look();
      }
    };
    passWith(8, 'text');
    expect(said).toEqual(['2 s: text 3', '7 s: text 14']);
    passWith(9);
    expect(said.slice(2)).toEqual(['9.5 s: text 15']);
  });
});
