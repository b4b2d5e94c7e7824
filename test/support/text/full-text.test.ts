import { describe, expect, it } from '@jest/globals';
import { fullText } from '../../../src/support/text/full-text.js';

describe('fullText', () => {
  it('puts the title before a text that does not begin with it', () => {
    expect(fullText({ title: 'Bees', text: 'They fly.' })).toBe('Bees\n\nThey fly.');
    expect(fullText({ title: 'Bees', text: 'Bees fly.' })).toBe('Bees fly.');
  });

  it('composes characters', () => expect(fullText({ title: 'e\u0301', text: 'x' })).toBe('é\n\nx'));
});
