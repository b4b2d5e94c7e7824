import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { callPart, wrapPart } from '../../../src/judging/plugins/guarded-parts.js';
import { PluginError } from '../../../src/model/errors.js';

const TEXT = z.string().describe('a text');
const call = <T>(work: () => T, schema?: z.ZodType): T => callPart("the part 'mine'", ' at x', work, schema);
const fail = (error: Error) => (): never => {
  throw error;
};

describe('callPart', () => {
  it('names the part that fails, and what it worked at', async () => {
    const failed = "the part 'mine' at x failed: oh";
    expect(() => call(fail(new TypeError('oh')))).toThrow(failed);
    expect(() => call(fail(new TypeError('oh')))).toThrow(PluginError);
    await expect(call(() => Promise.reject(new Error('oh')))).rejects.toThrow(failed);
  });

  it('says what is wrong with an answer, and of a list with which item', async () => {
    expect(() => call(() => 3, TEXT)).toThrow("the part 'mine' at x gave 3 instead of a text");
    await expect(call(() => Promise.resolve(undefined), TEXT)).rejects.toThrow(
      'gave undefined instead of a text',
    );
    const texts = z.array(z.string()).describe('texts');
    expect(() => call(() => ['a', { b: 1 }], texts)).toThrow('gave {"b":1} instead of texts');
  });
});

/** A part with methods that are inherited, and a private field. */
class Part {
  readonly name: string = 'its own';
  batch = 3;
  readonly #sign = '!';
  now(text: string): string {
    if (text === 'fail') throw new TypeError('now');
    return `${text}${this.#sign}`;
  }
}
class LaterPart extends Part {
  optional(text: string): string {
    return `${text}?`;
  }
}

describe('wrapPart', () => {
  const wrap = <P extends Part>(part: P): P =>
    wrapPart<P>(part, 'it', { name: 'mine' } as Partial<P>, {
      now: { at: (text: string) => ` at ${text}`, schema: TEXT },
    });

  it('has every member of the part, inherited ones included', () => {
    const part = new LaterPart();
    const wrapped = wrap(part);
    expect([wrapped.name, wrapped.now('a'), wrapped.optional('a')]).toEqual(['mine', 'a!', 'a?']);
    expect(() => wrapped.now('fail')).toThrow('it at fail failed: now');
    part.batch = 4;
    expect(wrapped.batch).toBe(4);
    expect((wrap(new Part()) as Partial<LaterPart>).optional).toBeUndefined();
  });
});
