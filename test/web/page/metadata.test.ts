import { describe, expect, it } from '@jest/globals';
import { extractMetadata } from '../../../src/web/page/metadata.js';
import { surveyPage } from '../../../src/web/page/page-survey.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import { parseHtml } from '../../../src/web/page/htmlparser2-tree.js';

const metadata = (html: string) => extractMetadata(surveyPage(parseHtml(html).root));

describe('extractMetadata', () => {
  it('reads title, language, keywords and canonical address', () => {
    const html = `<html lang="EN_us"><head><title> Insulin\n pumps &amp; more </title>
      <meta name="Keywords" content="insulin, pump"><meta name=description content="All about pumps.">
      <link rel="Canonical" href="https://example.org/pumps#x"></head><body><svg><title>icon</title></svg>`;
    expect(metadata(html)).toEqual({
      title: 'Insulin pumps & more',
      language: 'en-US',
      keywords: 'insulin, pump\nAll about pumps.',
      robots: { noIndex: false, noFollow: false },
      canonicalUrl: 'https://example.org/pumps',
    });
  });

  it.each([
    [
      'two that contradict each other',
      '<link rel=canonical href="http://a.example/1"><link rel=canonical href="http://a.example/2">',
      undefined,
    ],
    ['one in the body', '<body><link rel=canonical href="http://a.example/1">', undefined],
    [
      'one behind a noscript with an image',
      '<head><noscript><img src="/1.gif"></noscript><link rel=canonical href="http://a.example/1">',
      1,
    ],
  ])('takes the canonical address of the head: %s', (_, html, expected) => {
    const address = expected && `http://a.example/${expected}`;
    expect(metadata(html).canonicalUrl).toBe(address);
    const page = createPageReader().read(Buffer.from(html), 'http://a.example/', 'text/html');
    expect(page.canonicalUrl).toBe(address);
  });

  it('falls back to og:title and content-language', () => {
    const html =
      '<meta property="og:title" content="Shared"><meta http-equiv="Content-Language" content="de">';
    expect(metadata(html)).toMatchObject({ title: 'Shared', language: 'de' });
  });

  it.each([
    ['noindex', true, false],
    ['NOFOLLOW', false, true],
    ['noindex,nofollow', true, true],
  ])('understands robots %s', (content, noIndex, noFollow) => {
    expect(metadata(`<meta name="ROBOTS" content="${content}">`).robots).toEqual({ noIndex, noFollow });
  });
});
