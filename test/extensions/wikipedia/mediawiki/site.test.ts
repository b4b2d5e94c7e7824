import { describe, expect, it } from '@jest/globals';
import {
  categoryName,
  splitTitle,
  type WikiSite,
} from '../../../../src/extensions/wikipedia/mediawiki/site.js';

const SITE: WikiSite = {
  name: 'Wiki',
  language: 'de',
  namespaces: new Map([
    [0, ['']],
    [4, ['Mein Wiki']],
    [14, ['Kategorie']],
  ]),
  generator: '',
  capitalised: true,
};

describe('titles', () => {
  it('are told by the namespaces of the wiki', () => {
    expect(splitTitle('kategorie: Sport', SITE)).toEqual([14, 'Sport']);
    expect(splitTitle('mein_wiki:Hilfe', SITE)).toEqual([4, 'Hilfe']);
    expect(splitTitle('Alien: Covenant', SITE)).toEqual([0, 'Alien: Covenant']);
  });

  it.each(['diabetes_mellitus', 'Kategorie:Diabetes mellitus', 'category: diabetes  mellitus'])(
    'of categories may be written as %s',
    (written) => expect(categoryName(written, SITE)).toBe('Diabetes mellitus'),
  );

  it('keep their first letter where the wiki says so', () =>
    expect(categoryName('diabetes', { ...SITE, capitalised: false })).toBe('diabetes'));
});
