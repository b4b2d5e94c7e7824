import { describe, expect, it } from '@jest/globals';
import { guardPort } from '../../../src/judging/plugins/guard-port.js';
import { InputError, PluginError } from '../../../src/model/errors.js';

/** A part with a method of each kind. */
interface Port {
  readonly name: string;
  readonly batch?: number;
  now(text: string): string;
  later(text: string): Promise<string>;
  optional?(text: string): string;
  all(): Iterable<string>;
}

class Part implements Port {
  readonly name: string = 'its own';
  batch = 3;
  readonly #sign = '!';
  now(text: string): string {
    if (text === 'fail') throw new TypeError('now');
    return `${text}${this.#sign}`;
  }
  async later(text: string): Promise<string> {
    await Promise.resolve();
    if (text === 'fail') throw new TypeError('later');
    if (text === 'reported') throw new InputError('the knowledge base does not answer');
    return `${text}${this.#sign}`;
  }
  *all(): Iterable<string> {
    yield 'one';
    throw new TypeError('all');
  }
}

class LaterPart extends Part {
  override readonly name: string = 'derived';
  optional(text: string): string {
    return `${text}?`;
  }
}

const guard = (part: Port): Port =>
  guardPort<Port>(part, {
    part: "the part 'mine'",
    fixed: { name: 'mine' },
    at: { now: (text) => ` at ${text}`, later: (text) => ` at ${text}` },
    checks: {
      now: (answer, where) => {
        if (answer === 'bad!') throw new PluginError(`${where} gave something bad`);
        return answer.toUpperCase();
      },
      later: (answer) => answer.toUpperCase(),
    },
  });

describe('guardPort', () => {
  it('passes every method and property of a part, inherited ones included', async () => {
    const part = new LaterPart();
    const guarded = guard(part);
    expect(Object.keys(guarded).sort()).toEqual(['all', 'batch', 'later', 'name', 'now', 'optional']);
    expect([guarded.name, guarded.now('a'), await guarded.later('a'), guarded.optional?.('a')]).toEqual([
      'mine',
      'A!',
      'A!',
      'a?',
    ]);
    part.batch = 4;
    expect(guarded.batch).toBe(4);
    expect({ ...guarded }.now('a')).toBe('A!');
  });

  it('does not add what a part does not have', () => {
    const guarded = guard(new Part());
    expect('optional' in guarded).toBe(false);
  });

  it('passes frozen parts, and methods that were replaced since', () => {
    const plain = (now: Port['now']): Port => ({
      name: 'plain',
      now,
      later: (text) => Promise.resolve(text),
      all: () => [],
    });
    expect(guard(Object.freeze(plain(() => 'frozen'))).now('a')).toBe('FROZEN');
    const part = plain(() => 'one');
    const guarded = guard(part);
    Object.assign(part, { now: () => 'two' });
    expect(guarded.now('a')).toBe('TWO');
  });

  it('names the part that fails, and what it worked at', async () => {
    const guarded = guard(new Part());
    expect(() => guarded.now('fail')).toThrow("the part 'mine' at fail failed: now");
    expect(() => guarded.now('fail')).toThrow(PluginError);
    expect(() => guarded.now('bad')).toThrow("the part 'mine' at bad gave something bad");
    await expect(guarded.later('fail')).rejects.toThrow("the part 'mine' at fail failed: later");
    await expect(guarded.later('reported')).rejects.toBeInstanceOf(InputError);
  });

  it('runs generators to their end, so that what they throw is named', () => {
    expect(() => guard(new Part()).all()).toThrow("the part 'mine' failed: all");
  });
});
