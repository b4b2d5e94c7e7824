import { describe, expect, it } from '@jest/globals';
import {
  documentHtml,
  readDocument,
  type DocumentResult,
} from '../../../src/extensions/documents/read-document.js';
import { pageNumberAt, type DocumentKind } from '../../../src/model/page-reading.js';
import { codePointOffsets } from '../../../src/support/text/cut-text.js';
import { fullText } from '../../../src/support/text/full-text.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import { makeDocx, makeEpub, makeOdt, makePdf } from '../../language/corpus/fixtures.js';

const LIMITS = { bytes: 1_000_000, pages: 200 };
const URL = 'http://a.example/files/on%20bees.pdf';

const read = (kind: DocumentKind, body: Uint8Array, contentType = '', limits = LIMITS) =>
  readDocument({ kind, body, url: URL, contentType }, limits);

function pageOf(result: DocumentResult) {
  if ('code' in result) throw new Error(result.message);
  return createPageReader().read(result.html, URL, '');
}

const linksOf = (result: DocumentResult): unknown =>
  pageOf(result).links.map(({ url, anchorText }) => [url, anchorText]);

type Lines = Parameters<typeof makePdf>[0][number];

describe('a PDF', () => {
  const pages: Lines[] = [
    [
      [72, 720, 20, 'The Hive'],
      [72, 690, 11, 'Bees \\(and \\360\\237\\) live in hives.'],
    ],
    [
      [72, 690, 11, 'A swarm leaves the hive and'],
      [72, 677, 11, 'looks for a'],
    ],
    [],
    [[72, 690, 11, 'new place, as the next page says.']],
  ];

  it('says on which page a place of the text that is judged stands', async () => {
    const result = await read('pdf', makePdf(pages));
    const full = fullText(pageOf(result));
    const { pages: found } = 'reading' in result ? result.reading : {};
    const on = (word: string): number => pageNumberAt(found!, codePointOffsets(full)(full.indexOf(word)));
    expect(found).toMatchObject({ of: 4, read: 4 });
    expect(['The Hive', 'hives', 'swarm', 'looks', 'new place', 'says'].map(on)).toEqual([1, 1, 2, 2, 4, 4]);
  });

  it('of many pages is read up to the limit', async () => {
    const names = ['one', 'two', 'three'];
    const many = Array.from({ length: 1000 }, (_, page): Lines => [
      [72, 690, 11, `Bees of page ${names[page]}.`],
    ]);
    const result = await read('pdf', makePdf(many), '', { ...LIMITS, pages: 3 });
    expect(result).toMatchObject({ reading: { from: 'pdf', pages: { of: 1000, read: 3 } } });
    expect(pageOf(result).text).toBe('Bees of page one.\n\nBees of page two.\n\nBees of page three.');
  });

  it.each([
    ['damaged', Buffer.from('%PDF-1.4 nothing more'), 'unreadable', /^the PDF is damaged or not a PDF/],
    ['cut off', makePdf(pages).subarray(0, 300), 'unreadable', /^the PDF is damaged or not a PDF/],
    ['encrypted', makePdf(pages, { encrypted: true }), 'unreadable', /^the PDF is protected by a password$/],
    ['without text', makePdf([[], []]), 'no-content', /holds no text, but perhaps pictures/],
    ['empty', Buffer.alloc(0), 'unreadable', /damaged/],
    ['too large', Buffer.alloc(1_000_001), 'too-large', /larger than 1000000 bytes/],
  ])('that is %s is not read', async (_, body, code, message) => {
    expect(await read('pdf', body)).toEqual({ code, message: expect.stringMatching(message) });
  });
});

describe('packed documents', () => {
  const link = (target: string): string => `<a href="${target}">a page</a>`;
  const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="l1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="http://b.example/w" TargetMode="External"/></Relationships>`;
  const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const word = `<w:document xmlns:w="${W}" xmlns:r="${R}"><w:body><w:p><w:r><w:t>See </w:t></w:r><w:hyperlink r:id="l1"><w:r><w:t>a page</w:t></w:r></w:hyperlink></w:p></w:body></w:document>`;

  it('have their titles and links', async () => {
    const docx = await makeDocx([], { 'word/_rels/document.xml.rels': rels, 'word/document.xml': word });
    expect(linksOf(await read('docx', docx))).toEqual([['http://b.example/w', 'a page']]);
    const epub = await makeEpub([`<p>See ${link('http://b.example/e')} ${link('c%201.xhtml')}</p>`]);
    const book = await read('epub', epub);
    expect([pageOf(book).title, linksOf(book)]).toEqual(['The Pancreas', [['http://b.example/e', 'a page']]]);
    const odt = await makeOdt('<text:p>See <text:a xlink:href="../o">a page</text:a></text:p>');
    expect(linksOf(await read('odt', odt))).toEqual([['http://a.example/o', 'a page']]);
  });

  it('that are made to harm, damaged or empty are not read', async () => {
    const huge = 'x '.repeat(600_000);
    const bombs = {
      docx: await makeDocx([['Normal', huge]]),
      epub: await makeEpub([`<p>${huge}</p>`]),
      odt: await makeOdt(`<text:p>${huge}</text:p>`),
    };
    const small = {
      docx: await makeDocx([['Normal', ' ']]),
      epub: await makeEpub(['<p>\u00a0</p>']),
      odt: await makeOdt('<text:p/>'),
    };
    for (const kind of ['docx', 'epub', 'odt'] as const) {
      expect(await read(kind, bombs[kind])).toMatchObject({ code: 'too-large' });
      expect(await read(kind, small[kind])).toMatchObject({ code: 'no-content' });
      expect(await read(kind, small[kind].subarray(0, 200))).toMatchObject({ code: 'unreadable' });
      expect(await read(kind, Buffer.from('no archive'))).toMatchObject({ code: 'unreadable' });
    }
  });
});

describe('texts', () => {
  it.each([
    ['text/plain; charset=utf-8', 'latin1', 'Café Bees'],
    ['text/plain; charset=utf-16le', 'utf16le', 'Café Bees'],
  ] as const)('sent as %s in %s are decoded', async (type, encoding, expected) => {
    expect(pageOf(await read('text', Buffer.from('Café Bees\n\nA hive.', encoding), type)).title).toBe(
      expected,
    );
  });

  it('have lines, paragraphs, and links that are written out', async () => {
    const result = await read('text', Buffer.from('Bees\n\nOne <b>\ntwo.\n\nSee http://b.example/x.'));
    expect(pageOf(result).text).toBe('Bees\n\nOne <b> two.\n\nSee http://b.example/x.');
    expect(linksOf(result)).toEqual([['http://b.example/x', 'http://b.example/x']]);
  });

  it('in Markdown have titles, headings and links, and no code', async () => {
    const text =
      '---\ntitle: On Bees\nlang: en\n---\n# Hives\n\nSee [a page](../p "t").\n\n    code\n\n<script>alert(1)</script>';
    const result = await read('markdown', Buffer.from(text));
    const page = pageOf(result);
    expect([page.title, page.language, page.text]).toEqual(['On Bees', 'en', 'Hives\n\nSee a page.']);
    expect(linksOf(result)).toEqual([['http://a.example/p', 'a page']]);
  });

  it('of which only the beginning is read say so', async () => {
    const long = Buffer.from(`Bees\n\n${`${'A hive of bees. '.repeat(600)}\n\n`.repeat(230)}`);
    const result = await read('text', long, '', { ...LIMITS, bytes: 10_000_000 });
    expect(result).toMatchObject({ reading: { incomplete: 'its first 2,000,000 characters were read' } });
  });
});

it('makes the same HTML for those who read the document again', async () => {
  const sent = { kind: 'text', body: Buffer.from('Bees\n\nA hive.'), url: URL, contentType: '' } as const;
  const result = await readDocument(sent, LIMITS);
  expect('html' in result && Buffer.from(await documentHtml(sent, LIMITS)).equals(result.html)).toBe(true);
  await expect(documentHtml({ ...sent, body: Buffer.alloc(0) }, LIMITS)).rejects.toThrow('holds no text');
});
