import { describe, expect, it } from '@jest/globals';
import {
  articleBase,
  categoryName,
  pageAddress,
  splitTitle,
  type WikiSite,
} from '../../../../src/extensions/wikipedia/mediawiki/site.js';
import { categoriesInWikitext } from '../../../../src/extensions/wikipedia/mediawiki/wikitext.js';

const SITE: WikiSite = {
  name: 'Wiki',
  articleBase: 'https://de.wikipedia.org/wiki/',
  language: 'de',
  namespaces: new Map([
    [0, ['']],
    [4, ['Mein Wiki']],
    [14, ['Kategorie']],
  ]),
  generator: '',
  capitalised: true,
};

describe('addresses of pages', () => {
  it.each([
    ['https://en.wikipedia.org/wiki/Main_Page', 'https://en.wikipedia.org/wiki/'],
    ['http://localhost/index.php/Main_Page', 'http://localhost/index.php/'],
    ['http://localhost/w/index.php?title=Main_Page', 'http://localhost/w/index.php?title='],
    ['https://example.org/Main_Page', 'https://example.org/'],
    ['https://example.org/wiki/Start/Page', 'https://example.org/wiki/'],
    ['Main_Page', undefined],
  ])('begin as that of the main page: %s', (mainPage, base) => expect(articleBase(mainPage)).toBe(base));

  it('escape what MediaWiki escapes', () =>
    expect(pageAddress(SITE, "AC/DC: Größe & 'x' (50 %?)")).toBe(
      'https://de.wikipedia.org/wiki/AC/DC:_Gr%C3%B6%C3%9Fe_%26_%27x%27_(50_%25%3F)',
    ));
});

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

describe('categories in wikitext', () => {
  it('are found in every spelling, once each, and not where they are only mentioned', () => {
    const text = `[[Kategorie:Hormon]] [[category:hormon|Sort]] [[ Category : Zwei_Wörter | x ]]
      [[:Kategorie:Nur erwähnt]] <!-- [[Kategorie:Weg]] --> <nowiki>[[Kategorie:Zitat]]</nowiki> [[Datei:Kategorie:x.jpg]]`;
    expect(categoriesInWikitext(text, SITE)).toEqual(['Hormon', 'Zwei Wörter']);
  });
});
