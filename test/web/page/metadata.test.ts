import { describe, expect, it } from '@jest/globals';
import { extractMetadata, languageTag } from '../../../src/web/page/metadata.js';
import { surveyPage } from '../../../src/web/page/page-survey.js';
import { parseHtml } from '../../../src/web/page/parse5-tree.js';

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

  it('does without', () => {
    expect(metadata('')).toEqual({ title: '', keywords: '', robots: { noIndex: false, noFollow: false } });
    expect(metadata('<svg><title>icon</title></svg>').title).toBe('');
    expect(metadata('<link rel=canonical href="/relative">').canonicalUrl).toBeUndefined();
  });

  it('falls back to og:title and content-language', () => {
    const html =
      '<meta property="og:title" content="Shared"><meta http-equiv="Content-Language" content="de">';
    expect(metadata(html)).toMatchObject({ title: 'Shared', language: 'de' });
  });

  it.each([
    ['noindex', true, false],
    ['NOFOLLOW', false, true],
    ['none', true, true],
    ['index, follow', false, false],
    ['noindex,nofollow', true, true],
    ['noarchive, max-snippet:-1', false, false],
  ])('understands robots %s', (content, noIndex, noFollow) => {
    expect(metadata(`<meta name="ROBOTS" content="${content}">`).robots).toEqual({ noIndex, noFollow });
  });

  it('unites several robots elements', () => {
    const html = '<meta name=robots content=noindex><meta name=robots content=nofollow>';
    expect(metadata(html).robots).toEqual({ noIndex: true, noFollow: true });
  });
});

describe('languageTag', () => {
  it('puts tags into canonical form and refuses what is none', () => {
    expect(languageTag(' PT_br ')).toBe('pt-BR');
    expect(languageTag('english language')).toBeUndefined();
    expect(languageTag('')).toBeUndefined();
    expect(languageTag(undefined)).toBeUndefined();
  });
});
