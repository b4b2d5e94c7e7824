import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { decodeHtml, decodeText, inUtf8 } from '../../../src/web/page/charset.js';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('decodeHtml', () => {
  it('obeys a byte order mark before header and meta', () => {
    const body = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      utf8('<meta charset="windows-1251">Zürich'),
    ]);
    expect(decodeHtml(body, 'text/html; charset=windows-1251')).toBe('<meta charset="windows-1251">Zürich');
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>Ωmega', 'utf16le')]);
    expect(decodeHtml(wide, 'text/html; charset=utf-8')).toBe('<p>Ωmega');
  });

  it('reads Windows-1252 by header, with its own characters in 0x80 to 0x9F', () => {
    const body = Buffer.from([0x93, 0x41, 0x94, 0x20, 0x80, 0x20, 0x96, 0x20, 0x92, 0x9f, 0xe9]);
    for (const label of ['windows-1252', 'ISO-8859-1', 'us-ascii', '"cp1252"'])
      expect(decodeHtml(body, `text/html; charset=${label}`)).toBe('“A” € – ’Ÿé');
  });

  it('knows other encodings of the standard', () => {
    expect(decodeHtml(Buffer.from([0xcf, 0xf0, 0xe8]), 'text/html;charset=windows-1251')).toBe('При');
    expect(decodeHtml(Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'text/html; charset=Shift_JIS')).toBe('日本');
    expect(decodeHtml(Buffer.from([0xf0, 0xd2, 0xc9]), "text/html; charset='koi8-r'")).toBe('При');
  });

  it('corrects a Latin-1 header on a UTF-8 body', () => {
    expect(decodeHtml(utf8('<p>Łódź “quoted”'), 'text/html; charset=ISO-8859-1')).toBe('<p>Łódź “quoted”');
  });

  it('corrects a UTF-8 header on a body that is not', () => {
    expect(decodeHtml(latin1('<p>Müller, Größe, Öl'), 'text/html; charset=utf-8')).toBe(
      '<p>Müller, Größe, Öl',
    );
    const cyrillic = Buffer.concat([utf8('<meta charset=windows-1251>'), Buffer.from([0xcf, 0xf0, 0xe8])]);
    expect(decodeHtml(cyrillic, 'text/html; charset=utf-8')).toContain('При');
  });

  it('keeps UTF-8 with a single broken byte as UTF-8', () => {
    const body = Buffer.concat([utf8('naïve café, Zürich, Łódź'), Buffer.from([0xff])]);
    expect(decodeHtml(body, 'text/html; charset=utf-8')).toBe('naïve café, Zürich, Łódź\uFFFD');
  });

  it('finds a meta beyond the first 1,024 bytes and an XML declaration', () => {
    const late = Buffer.concat([
      utf8(`<head><script>${'x'.repeat(3000)}</script><meta charset="koi8-r">`),
      Buffer.from([0xf0, 0xd2, 0xc9]),
    ]);
    expect(decodeHtml(late, '')).toContain('При');
    const xml = Buffer.concat([
      utf8('<?xml version="1.0" encoding="windows-1251"?><p>'),
      Buffer.from([0xcf, 0xf0]),
    ]);
    expect(decodeHtml(xml, '')).toContain('Пр');
  });
});

describe('decodeText', () => {
  it('goes by the mark, then by validity', () => {
    expect(decodeText(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8('é')]))).toBe('é');
    expect(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é', 'utf16le')]))).toBe('é');
    expect(decodeText(utf8('é'))).toBe('é');
    expect(decodeText(Buffer.from([0xe9, 0x80]))).toBe('é€');
  });
});

describe('a text that says nothing of its encoding', () => {
  const TEXTS = JSON.parse(readFileSync('test/fixtures/encoded-texts.json', 'utf8')) as Record<
    string,
    string
  >[];

  it.each(TEXTS)('is read as $encoding', ({ text = '', hex = '' }) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(decodeText(bytes)).toBe(text);
    const markup = (attributes = '') =>
      Buffer.concat([utf8(`<html${attributes}><title>Page</title><p class="text">`), bytes]);
    expect(decodeHtml(markup(), 'text/html')).toContain(text);
    expect(decodeHtml(markup(' lang="en"'), '')).toContain(text);
  });

  it('is read by its language or the country of its host where it is short', () => {
    const bytes = Buffer.from('aff3b377', 'hex');
    expect(decodeHtml(Buffer.concat([utf8('<html lang="pl"><p>'), bytes]), '')).toContain('Żółw');
    expect(decodeHtml(bytes, '', 'http://www.example.pl/')).toBe('Żółw');
    expect(decodeHtml(latin1('Müller'), '', 'http://www.example.co.uk/')).toBe('Müller');
    expect(decodeText(latin1('Größe, Öl'))).toBe('Größe, Öl');
  });

  it.each(['win-1251', 'windows1251', 'cp-1251', 'WIN1251'])('is read by a wrong label: %s', (label) => {
    const bytes = Buffer.from('ccb8e4', 'hex');
    const type = `text/html; charset=${label}`;
    const meta = Buffer.concat([utf8(`<meta http-equiv="Content-Type" content="${type}">`), bytes]);
    for (const text of [decodeHtml(meta, ''), decodeHtml(bytes, type)]) expect(text).toContain('Мёд');
  });

  it('is UTF-16 with or without a mark', () => {
    const text = 'The honey bee lives in a hive.';
    for (const mark of ['', '\uFEFF']) {
      const little = Buffer.from(mark + text, 'utf16le');
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        expect(decodeText(bytes)).toBe(text);
        expect(decodeHtml(bytes, '')).toBe(text);
      }
    }
  });
});

describe('data in another encoding', () => {
  it('becomes UTF-8 by its mark or its XML declaration', () => {
    const xml = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>Größe</a>`;
    for (const bytes of [latin1(xml('ISO-8859-1')), Buffer.from(`\uFEFF${xml('UTF-16')}`, 'utf16le')])
      expect(Buffer.from(inUtf8(bytes)).toString()).toBe(xml('utf-8'));
    for (const bytes of [utf8(xml('utf-8')), utf8('<a> <b> "ö" .')]) expect(inUtf8(bytes)).toBe(bytes);
  });
});
