import { describe, expect, it } from '@jest/globals';
import { textChange, textDigest } from '../../../src/extensions/monitor/text-change.js';

describe('what counts as a change of a text', () => {
  it.each([
    ['numbers', 'Read 1,234 times', 'Read 9 times'],
    ['dates', 'Updated on Monday, 3 May 2026 at 10:15 am', 'Updated on Sunday, 17 June 2026 at 9:00 pm'],
    ['ages', 'posted 3 minutes ago', 'posted 2 hours ago'],
    ['case and spaces', 'The  Queen\tbee', 'the queen bee'],
    ['the order of lines', 'One line\n\nAnother line', 'Another line\nOne line'],
    ['lines of numbers alone', 'The hive\n42\n3 May 2026', 'The hive'],
  ])('is not %s', (_, before, after) => expect(textDigest(after)).toBe(textDigest(before)));

  it.each([
    ['a word', 'The queen lays eggs', 'The queen lays no eggs'],
    ['a line', 'The hive', 'The hive\nThe comb'],
    ['other scripts', 'пчела', 'улей'],
  ])('is %s', (_, before, after) => expect(textDigest(after)).not.toBe(textDigest(before)));
});

describe('a change in short', () => {
  it('names lines', () => {
    const change = textChange('The hive has frames.\nOld wax.', 'The hive has frames.\nThe varroa mite!');
    expect(change).toEqual({ added: ['The varroa mite!'], removed: ['Old wax.'] });
    expect(textChange('same', 'same')).toEqual({ added: [], removed: [] });
  });

  it('is bounded, whatever a page holds', () => {
    const lines = Array.from({ length: 50 }, (_, place) => `${'bee '.repeat(200)}${'x'.repeat(place)}`);
    const { added } = textChange('', lines.join('\n'));
    expect(added).toHaveLength(5);
    expect(added.every((line) => Array.from(line).length === 500 && line.endsWith('…'))).toBe(true);
  });
});
