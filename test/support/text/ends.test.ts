import { expect, it } from '@jest/globals';
import { endRun, withoutQualifier } from '../../../src/support/text/ends.js';

it.each([
  ['a==', /=/, 1],
  ['==', /=/, 0],
  ['', /=/, 0],
  ['http://a.example/b#c', /[^/#]/, 19],
])('the end of %s of %s begins at %i', (text, kind, begin) => expect(endRun(text, kind)).toBe(begin));

it.each([
  ['Mercury (planet)', 'Mercury'],
  ['Mercury (planet) ', 'Mercury'],
  ['Mercury (a (b))', 'Mercury (a (b))'],
])('%s without its qualifier is %s', (title, plain) => expect(withoutQualifier(title)).toBe(plain));
