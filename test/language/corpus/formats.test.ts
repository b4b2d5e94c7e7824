import { describe, expect, it } from '@jest/globals';
import { readHtml } from '../../../src/language/corpus/documents/html-format.js';
import { readMarkdown } from '../../../src/language/corpus/documents/markdown-format.js';
import { readPlainText } from '../../../src/language/corpus/documents/text-format.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('readPlainText', () => {
  it('takes a short first line with an empty line after it as title', () => {
    expect(readPlainText(bytes('\n Insulin pump \r\n\r\nIt pumps.\n'))).toEqual({
      title: 'Insulin pump',
      text: 'It pumps.',
    });
  });

  it('decodes UTF-8 with mark, UTF-16 with mark and Windows-1252', () => {
    expect(readPlainText(Buffer.from('\uFEFFCafé', 'utf8')).text).toBe('Café');
    expect(readPlainText(Buffer.from('\uFEFFCafé', 'utf16le')).text).toBe('Café');
    expect(readPlainText(Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x85])).text).toBe('Café…');
  });
});

describe('readMarkdown', () => {
  it('strips markup and takes the first level-1 heading as title', () => {
    const source = `Intro with *emphasis* &amp; \`code\`.

# Insulin **pump**

A [pump](http://x.org/) works ![picture](p.png) well.<!-- note -->

- one
- two

| a | b |
|---|---|
| c | d |

\`\`\`js
const secret = 1;
\`\`\`

    indented code

> quoted <b>raw</b> text
`;
    expect(readMarkdown(bytes(source))).toMatchObject({
      title: 'Insulin pump',
      text: 'Intro with emphasis & code.\n\nA pump works well.\n\none\n\ntwo\n\na\n\nb\n\nc\n\nd\n\nquoted raw text',
    });
  });

  it('reads front matter', () => {
    const source =
      '---\ntitle: "Pumps: a guide"\nsource: https://example.org/p#x\nlang: en_GB\ntags: [a]\n---\n# Heading\n\nText.';
    expect(readMarkdown(bytes(source))).toEqual({
      title: 'Pumps: a guide',
      text: 'Heading\n\nText.',
      language: 'en-GB',
      sourceUrl: 'https://example.org/p',
      warning: undefined,
    });
    expect(readMarkdown(bytes('---\r\nurl: http://e.org/\r\n---\r\nText')).sourceUrl).toBe('http://e.org/');
  });

  it('keeps the document when the front matter is broken, and says so', () => {
    const draft = readMarkdown(bytes('---\ntitle: Pumps: a guide\n---\n# Heading\n\nText.'));
    expect(draft).toMatchObject({ title: 'Heading', text: 'Text.' });
    expect(draft.warning).toMatch(/front matter.*correct it/);
  });
});

describe('readHtml', () => {
  const sentence =
    'Insulin is a hormone that is made by the beta cells of the pancreas, and it lowers blood glucose. ';
  const article = `<p>${sentence.repeat(3)}</p><p>${'It was discovered in Toronto in 1921, as every textbook tells. '.repeat(4)}</p>`;

  it('takes the article by Readability, with paragraphs, title, language and canonical address', () => {
    const html = `<html lang=en-us><head><title>Insulin - The Encyclopaedia of Everything</title>
      <link rel=canonical href="https://example.org/insulin"></head>
      <body><nav><a href=/>Home</a></nav><article><h1>Insulin</h1>${article}</article><footer>Imprint</footer>`;
    const draft = readHtml(bytes(html));
    expect(draft).toMatchObject({ language: 'en-US', sourceUrl: 'https://example.org/insulin' });
    expect(draft.title).toMatch(/^Insulin/);
    expect(draft.text).toContain(`${sentence.trim()}\n\nIt was discovered`);
    expect(draft.text).not.toMatch(/Home|Imprint/);
  });

  it('survives deep nesting and runs no script', () => {
    const deep = `<title>Deep</title>${'<div>'.repeat(50_000)}<p>${sentence}</p>`;
    expect(readHtml(bytes(deep)).text).toBe(sentence.trim());
    const nested = `<title>Nested</title>${'<div>'.repeat(900)}<p>${sentence.repeat(9)}</p>`;
    expect(readHtml(bytes(nested)).text).toContain(sentence.trim());
    const scripted = `<title>S</title><script>document.body.textContent = 'changed'</script>${article}`;
    expect(readHtml(bytes(scripted)).text).not.toContain('changed');
  });
});
