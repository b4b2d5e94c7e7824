import { describe, expect, it } from '@jest/globals';
import { withHostRules } from '../../../src/extensions/publish/rights.js';

const POLICY = 'http://a.example/policy.json';
describe('withHostRules', () => {
  it.each([
    ['the page over its host', { tdmReserved: false }, { tdmReserved: true }, { tdmReserved: false }],
    [
      'reservation and policy separately',
      { tdmReserved: true },
      { tdmReserved: true, tdmPolicy: POLICY },
      { tdmReserved: true, tdmPolicy: POLICY },
    ],
    [
      'no policy where nothing is reserved',
      { tdmReserved: false, statement: 'CC0' },
      { tdmReserved: true, tdmPolicy: POLICY },
      { tdmReserved: false, statement: 'CC0' },
    ],
  ])('takes %s', (_what, page, host, said) => {
    expect(withHostRules(page, host)).toEqual(said);
  });
});
