import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bySpecificity,
  createRule,
  decidingRule,
  type RobotsRule,
} from '../../../src/crawling/politeness/robots-txt.js';

/** Rules from lines such as `+/a` (Allow) and `-/b*c` (Disallow). */
function rulesOf(...lines: readonly string[]): RobotsRule[] {
  return lines
    .map((line, index) => createRule(line.startsWith('+'), line.slice(1), index + 1))
    .sort(bySpecificity);
}

function matches(pattern: string, path: string): boolean {
  return decidingRule(rulesOf(`-${pattern}`), `http://a.example${path}`) !== undefined;
}

describe('decidingRule', () => {
  it.each([
    ['/a', '/ab?c', true],
    ['/a$', '/ab', false],
    ['/a$', '/a?', true],
    ['/a*$', '/abc', true],
    ['/a*b$', '/abcb', true],
    ['*.gif', '/x.gif', true],
    ['a', '/a', false],
    ['/*?', '/a?b', true],
    ['/*?', '/a%3Fb', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it.each([
    ['/a b', '/a%20b'],
    ['/a|b{c}', '/a|b{c}'],
    ['/a%7cb', '/a|b'],
    ['/*u=http%3A%2F%2Fb', '/x?u=http%3A%2F%2Fb'],
    ['/*u=http://b', '/x?u=http%3A%2F%2Fb'],
  ])('%s matches %s', (pattern, path) => {
    expect(matches(pattern, path)).toBe(true);
  });

  it('is the longest that matches, then an Allow, then the first', () => {
    const rules = rulesOf('-/a', '+/ab', '-/ab', '-/*c$', '-/a*bc', '-/a*bc');
    const line = (path: string): number | undefined => decidingRule(rules, `http://a.example${path}`)?.line;
    expect(['/x', '/a', '/ab', '/xc', '/abc'].map(line)).toEqual([undefined, 1, 2, 4, 5]);
  });

  it('matches as a regular expression would', () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', '/', '*', '$'), { maxLength: 8 });
    const path = fc.array(fc.constantFrom('a', 'b', '/', '$'), { maxLength: 10 });
    const property = fc.property(pattern, path, (written, letters) => {
      const text = `/${written.join('')}`;
      const source = text
        .replace(/[*$/]/g, (special) => (special === '*' ? '.*' : `\\${special}`))
        .replace(/\\\$$/, '$');
      return matches(text, `/${letters.join('')}`) === new RegExp(`^${source}`).test(`/${letters.join('')}`);
    });
    fc.assert(property, { seed: 1 });
  });
});

describe('patterns that are expensive to match', () => {
  it('forbid by their beginnings once they would be too much', () => {
    const many = Array.from({ length: 3000 }, (_, n) => `/x/*aa*${n}`);
    const address = `http://a.example/x/${'a'.repeat(2000)}`;
    expect(decidingRule(rulesOf(...many.map((pattern) => `-${pattern}`)), address)?.allow).toBe(false);
    expect(decidingRule(rulesOf('-/x/', ...many.map((pattern) => `+${pattern}`)), address)?.allow).toBe(
      false,
    );
    const elsewhere = 'http://a.example/y/aa';
    expect(decidingRule(rulesOf('-/x/', ...many.map((pattern) => `-${pattern}`)), elsewhere)).toBeUndefined();
  });
});
