import { describe, expect, it } from '@jest/globals';
import { categoryName } from '../../../src/extensions/wikipedia/api-queries.js';

const SITE = { categoryNames: ['Kategorie'], capitalised: true };

describe('titles', () => {
  it.each(['diabetes_mellitus', 'Kategorie:Diabetes mellitus', 'category: diabetes  mellitus'])(
    'of categories may be written as %s',
    (written) => expect(categoryName(written, SITE)).toBe('Diabetes mellitus'),
  );

  it('keep colons that belong to them', () =>
    expect(categoryName('alien: Covenant', SITE)).toBe('Alien: Covenant'));

  it('keep their first letter where the wiki says so', () =>
    expect(categoryName('diabetes', { ...SITE, capitalised: false })).toBe('diabetes'));
});
