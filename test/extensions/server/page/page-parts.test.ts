import { expect, it } from '@jest/globals';
import type { State } from '../../../../src/extensions/server/page/api.js';
import {
  doingText,
  isRunning,
  isSealed,
  resumeCommand,
} from '../../../../src/extensions/server/page/page-parts.js';

function stateOf(status: Partial<State['status']>): Pick<State, 'status'> {
  return { status: { out: 'out', state: 'running', ...status } as State['status'] };
}

it('tells a crawl that runs from one that nothing can be asked of any more', () => {
  const [running, ended] = [stateOf({}), stateOf({ state: 'max-pages' })];
  expect([isRunning(running), isSealed(running)]).toEqual([true, false]);
  expect([isRunning(ended), isSealed(ended)]).toEqual([false, false]);
  expect(isSealed(stateOf({ part: 'worker 1' }))).toBe(false);
  expect(isSealed(stateOf({ part: 'worker 1', state: 'max-pages' }))).toBe(true);
});

it('names the command that resumes a crawl', () => {
  expect(resumeCommand(stateOf({ out: 'crawls/bees' }))).toBe('sfwc crawl --resume --out crawls/bees');
});

it('adds the clock to what a crawl does', () => {
  const doing: State['doing'] = { text: 'waiting for 3 hosts', tone: 'waiting' };
  const time = '2001-02-03T12:00:00.000Z';
  expect(doingText(doing)).toBe('waiting for 3 hosts');
  expect(doingText({ ...doing, until: time })).toMatch(/^waiting for 3 hosts until \d\d:\d\d on 2001-02-03$/);
  expect(doingText({ ...doing, text: 'stopped by Ada', at: time })).toMatch(/^stopped by Ada at \d\d:\d\d/);
});
