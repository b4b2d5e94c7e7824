import { describe, expect, it } from '@jest/globals';
import { InputError, QueryError, ServiceError } from '../../../src/model/errors.js';
import { describeError, reviveError } from '../../../src/support/threads/thread-errors.js';

const sent = (error: unknown): Error => reviveError(structuredClone(describeError(error)));

describe('an error that is sent to another thread', () => {
  it('keeps its class, message and hint', () => {
    const error = sent(new InputError('damaged', { hint: 'build it again' }));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ message: 'damaged', hint: 'build it again' });
    expect(sent(new ServiceError('busy', 'too many'))).toMatchObject({ failure: 'busy' });
  });

  it('arrives as the class that it extends where its own is not known everywhere', () => {
    class SyntaxMistake extends QueryError {}
    expect(sent(new SyntaxMistake('line 2'))).toBeInstanceOf(QueryError);
  });
});
