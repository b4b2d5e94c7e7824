import { describe, expect, it } from '@jest/globals';
import { readRobotsTag, withHeaders, licenceAddress, licenceName } from '../../../src/web/page/rights.js';
import { type Rights } from '../../../src/model/rights.js';
import { createPageReader } from '../../../src/web/page/reader.js';

const CC = 'https://creativecommons.org';
const BY = `${CC}/licenses/by/4.0/`;
const PAGE = 'http://a.example/texts/bees.html';

describe('rights of a page', () => {
  const reader = createPageReader({ crawler: 'sfwc' });
  const rights = (html: string) =>
    reader.read(Buffer.from(`<!doctype html>${html}`), PAGE, 'text/html').rights;

  it.each([
    [`<a rel="nofollow License" href="${BY}deed.en">CC</a>`, { licences: [BY] }],
    [
      `<base href="http://b.example/"><area rel=license href="terms">`,
      { licences: ['http://b.example/terms'] },
    ],
    [`<meta name="DC.rights" content="All rights reserved">`, { statement: 'All rights reserved' }],
    [
      `<meta name=tdm-reservation content=1><meta name=tdm-policy content="/p.json">`,
      { tdmReserved: true, tdmPolicy: 'http://a.example/p.json' },
    ],
    [
      `<meta name=robots content="index, NoAI"><meta name=sfwc content=noimageai>`,
      { directives: ['noai', 'noimageai'] },
    ],
    [
      `<script type="application/ld+json">{"@graph":[{"license":"${BY}"},{"license":{"@id":"http://a.example/l"}}]}</script>`,
      { licences: [BY, 'http://a.example/l'] },
    ],
    [`<script>{"license":"${BY}"}</script><template><a rel=license href="${BY}">x</a></template>`, undefined],
    [`<a rel=license href="javascript:alert(1)">x</a><link rel=license href="">`, undefined],
  ])('%s', (html, found) => {
    expect(rights(html)).toEqual(found);
  });

  it('are bounded', () => {
    const many = Array.from({ length: 50 }, (_, n) => `<a rel=license href="/l${n}">x</a>`).join('');
    expect(rights(many)?.licences).toHaveLength(10);
    expect(rights(`<meta name=dc.rights content="${'x'.repeat(5000)}">`)?.statement).toHaveLength(300);
    const long = `<script type="application/ld+json">{"license":"${BY}","x":"${'x'.repeat(200_000)}"}</script>`;
    expect(rights(long)).toBeUndefined();
    expect(
      rights(`<script type="application/ld+json">${'['.repeat(50_000)}"license"</script>`),
    ).toBeUndefined();
  });
});

/** What the page and its response say to this crawler. */
const withAll = (own: Rights | undefined, headers: Readonly<Record<string, string>>): Rights | undefined =>
  withHeaders(own, headers, PAGE, readRobotsTag(headers['x-robots-tag'], 'sfwc').ai);

describe('withHeaders', () => {
  it('adds what the response says; the page itself counts first', () => {
    const headers = {
      'tdm-reservation': '1',
      'tdm-policy': 'https://a.example/policy',
      link: `<style.css>; rel=stylesheet, <${BY}>; rel="license"`,
      'x-robots-tag': 'otherbot: noimageai, noai',
    };
    expect(withAll(undefined, headers)).toEqual({
      licences: [BY],
      tdmReserved: true,
      tdmPolicy: 'https://a.example/policy',
      directives: ['noai'],
    });
    const own = { tdmReserved: false, licences: ['http://a.example/l'], directives: ['noimageai' as const] };
    expect(withAll(own, headers)).toEqual({
      tdmReserved: false,
      tdmPolicy: 'https://a.example/policy',
      licences: ['http://a.example/l', BY],
      directives: ['noimageai', 'noai'],
    });
    expect(withAll(undefined, { 'tdm-reservation': '2', link: `<${BY}>; rel=next` })).toBeUndefined();
  });
});

describe('licenceAddress and licenceName', () => {
  it.each([
    ['http://creativecommons.org/licenses/by-sa/4.0/', `${CC}/licenses/by-sa/4.0/`, 'CC BY-SA 4.0'],
    [`${CC}/licenses/BY-NC/3.0/us/`, `${CC}/licenses/by-nc/3.0/us/`, 'CC BY-NC 3.0 US'],
    [`${CC}/publicdomain/zero/1.0/legalcode`, `${CC}/publicdomain/zero/1.0/`, 'CC0 1.0'],
    ['/terms', 'https://a.example/terms', undefined],
    [`${CC}/about/`, `${CC}/about/`, undefined],
  ])('%s', (stated, address, name) => {
    expect(licenceAddress(stated, 'https://a.example/x')).toBe(address);
    expect(licenceName(address)).toBe(name);
  });

  it.each(['', 'javascript:alert(1)', `http://a.example/${'x'.repeat(3000)}`])(
    'is not an address: %s',
    (stated) => {
      expect(licenceAddress(stated, 'https://a.example/')).toBeUndefined();
    },
  );
});
