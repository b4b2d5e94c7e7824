import { describe, expect, it } from '@jest/globals';
import { decodeHtml, decodeText } from '../../../src/web/page/charset.js';

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
