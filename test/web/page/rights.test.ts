import { describe, expect, it } from '@jest/globals';
import { readRobotsTag, withHeaders } from '../../../src/web/page/rights.js';
import type { Rights } from '../../../src/model/rights.js';
import { createPageReader } from '../../../src/web/page/reader.js';

const BY = 'https://creativecommons.org/licenses/by/4.0/';
const PAGE = 'http://a.example/texts/bees.html';

describe('rights of a page', () => {
  const reader = createPageReader({ crawler: 'sfwc' });
  const rights = (html: string) =>
    reader.read(Buffer.from(`<!doctype html>${html}`), PAGE, 'text/html').rights;

  it.each([
    [`<a rel="nofollow License" href="${BY}deed.en">CC</a>`, { licences: [BY] }],
    [`<link rel=license href="/terms">`, { licences: ['http://a.example/terms'] }],
    [
      `<base href="http://b.example/"><area rel=license href="terms">`,
      { licences: ['http://b.example/terms'] },
    ],
    [`<p><a itemprop="license" href="${BY}">CC</a>`, { licences: [BY] }],
    [`<meta name="DC.rights" content="All rights reserved">`, { statement: 'All rights reserved' }],
    [`<meta name="dcterms.license" content="${BY}">`, { licences: [BY] }],
    [
      `<meta name=tdm-reservation content=1><meta name=tdm-policy content="/p.json">`,
      { tdmReserved: true, tdmPolicy: 'http://a.example/p.json' },
    ],
    [`<meta name=TDM-Reservation content=0>`, { tdmReserved: false }],
    [`<meta name=tdm-reservation content=maybe>`, undefined],
    [
      `<meta name=robots content="index, NoAI"><meta name=sfwc content=noimageai>`,
      { directives: ['noai', 'noimageai'] },
    ],
    [
      `<script type="application/ld+json">{"@graph":[{"license":"${BY}"},{"license":{"@id":"http://a.example/l"}}]}</script>`,
      { licences: [BY, 'http://a.example/l'] },
    ],
    [`<script type="application/ld+json">{"license":</script><p>x`, undefined],
    [`<script>{"license":"${BY}"}</script><template><a rel=license href="${BY}">x</a></template>`, undefined],
    [`<a rel=license href="javascript:alert(1)">x</a><link rel=license href="">`, undefined],
    [`<p>Nothing`, undefined],
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

  it('takes addresses as relative to the page', () => {
    const headers = { 'tdm-reservation': '1', 'tdm-policy': '/p.json', link: '<terms>; rel=license' };
    expect(withAll(undefined, headers)).toEqual({
      ...{ tdmReserved: true, tdmPolicy: 'http://a.example/p.json' },
      licences: ['http://a.example/texts/terms'],
    });
  });

  it('reads a bounded part of headers', () => {
    const hostile = { link: '<x>;'.repeat(100_000), 'x-robots-tag': ','.repeat(100_000) };
    expect(withAll(undefined, hostile)).toBeUndefined();
  });
});
