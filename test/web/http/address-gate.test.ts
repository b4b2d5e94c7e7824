import { expect, it } from '@jest/globals';
import type { Resolve } from '../../../src/web/http/address-guard.js';
import { rememberingResolve } from '../../../src/web/http/address-gate.js';

/** A resolver that answers when it is let, and what has been asked. */
function slowly(code?: string) {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const resolve: Resolve = (hostname, _options, callback) => {
    asked.push(hostname);
    answers.push(() =>
      code === undefined
        ? callback(null, [{ address: `192.0.2.${asked.length}`, family: 4 }])
        : callback(Object.assign(new Error(code), { code }), []),
    );
  };
  let now = 0;
  const remembering = rememberingResolve(resolve, () => now);
  const found: string[] = [];
  return {
    asked,
    found,
    find: () =>
      remembering('a.example', { all: true }, (error, [first]) =>
        found.push(error?.code ?? first?.address ?? ''),
      ),
    answer: () => answers.shift()?.(),
    at: (milliseconds: number) => (now = milliseconds),
  };
}

it('answers several who ask at once together, and remembers addresses for a minute', () => {
  const { asked, found, find, answer, at } = slowly();
  find();
  find();
  answer();
  at(59_000);
  find();
  expect([asked.length, found]).toEqual([1, ['192.0.2.1', '192.0.2.1', '192.0.2.1']]);
  at(61_000);
  find();
  answer();
  expect([asked.length, found.at(-1)]).toEqual([2, '192.0.2.2']);
});

it('remembers for ten seconds that there is no such name, and no other failure', () => {
  const unknown = slowly('ENOTFOUND');
  unknown.find();
  unknown.answer();
  unknown.at(9000);
  unknown.find();
  expect([unknown.asked.length, unknown.found]).toEqual([1, ['ENOTFOUND', 'ENOTFOUND']]);
  unknown.at(11_000);
  unknown.find();
  expect(unknown.asked).toHaveLength(2);
  const failing = slowly('EAI_AGAIN');
  failing.find();
  failing.answer();
  failing.find();
  expect(failing.asked).toHaveLength(2);
});
