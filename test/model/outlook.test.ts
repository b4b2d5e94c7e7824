import { describe, expect, it } from '@jest/globals';
import { isThin, outlookText, type Outlook } from '../../src/model/outlook.js';

const outlook = (changes: Partial<Outlook>): Outlook => ({
  texts: 12,
  found: 0.5,
  foundWithMore: 0.6,
  scarce: ['ballot', 'voter'],
  ...changes,
});

describe('outlookText', () => {
  it('says in words what share would be found, and what would help a thin topic', () => {
    expect(outlookText(outlook({}))).toBe(
      'about half of the web pages like its texts (estimated from 12 texts, each judged without itself); about two thirds with 10 more texts, best with some about what only one or two texts mention so far: ballot, voter',
    );
    expect(outlookText(outlook({ foundWithMore: 0.55, scarce: [] }))).toMatch(/; more texts would help$/);
  });

  it('says of a good topic only what it finds', () => {
    expect(outlookText(outlook({ texts: 26, found: 0.9, foundWithMore: 0.95 }))).toBe(
      'most of the web pages like its texts (estimated from 26 texts, each judged without itself)',
    );
  });

  it('calls a topic of few texts thin whatever it seems to find', () => {
    const few = outlook({ texts: 9, found: 0.9, foundWithMore: 0.95 });
    expect(isThin(few)).toBe(true);
    expect(outlookText(few)).toMatch(
      /^most of .*9 texts.*, which are too few to be sure\); more texts would help, best with some about/,
    );
    expect(isThin({ ...few, texts: 10 })).toBe(false);
  });

  it.each([
    [0, 'few'],
    [0.2, 'about a third'],
    [0.42, 'about half'],
    [0.58, 'about two thirds'],
    [0.7, 'most'],
    [1, 'most'],
  ])('calls %d %s', (found, words) => {
    expect(outlookText(outlook({ found })).startsWith(`${words} of`)).toBe(true);
    expect(isThin(outlook({ found }))).toBe(words !== 'most');
  });
});
