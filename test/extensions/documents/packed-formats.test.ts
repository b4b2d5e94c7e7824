import { describe, expect, it } from '@jest/globals';
import { corpusDocumentReader } from '../../../src/extensions/documents/read-document.js';
import { makeDocx, makeEpub, makePdf, makeZip } from '../../language/corpus/fixtures.js';

const LIMIT = 1_000_000;
const [readDocx, readEpub] = [corpusDocumentReader('docx'), corpusDocumentReader('epub')];
const readPdf = (bytes: Uint8Array) => corpusDocumentReader('pdf')(bytes, LIMIT);

describe('readPdf', () => {
  it('puts lines together to paragraphs, and parted words with them', async () => {
    const pdf = makePdf(
      [
        [
          [72, 720, 20, 'The Pancreas'],
          [72, 690, 11, 'Insulin is a hormone that lowers the concen-'],
          [72, 677, 11, 'tration of glucose in the blood of the body'],
          [72, 664, 11, 'and is made by the pancreas.'],
          [72, 640, 11, 'Glucagon raises it.'],
          [72, 627, 11, 'It does so (in the liver).'],
        ],
      ],
      { title: 'On the Pancreas' },
    );
    expect(await readPdf(pdf)).toMatchObject({
      title: 'On the Pancreas',
      language: 'en-GB',
      text: [
        'The Pancreas',
        'Insulin is a hormone that lowers the concentration of glucose in the blood of the body and is made by the pancreas.',
        'Glucagon raises it. It does so (in the liver).',
      ].join('\n\n'),
    });
  });

  it('drops running heads and page numbers', async () => {
    const subjects = ['insulin', 'glucagon', 'amylin', 'glucose'];
    const pages = subjects.map(
      (subject, index) =>
        [
          [72, 750, 9, `Journal of Hormones ${index + 1}`],
          [72, 700, 11, `and so begins a page about ${subject} in the text`],
          [72, 687, 11, `which goes on after ${subject} is named`],
          [300, 40, 9, String(index + 1)],
        ] as const,
    );
    const { text, title } = await readPdf(makePdf(pages, { title: 'Microsoft Word - draft.doc' }));
    expect(title).toBeUndefined();
    expect(text).not.toMatch(/Journal|\d/);
    expect(text).toMatch(
      /^and so begins a page about insulin in the text which goes on after insulin is named\n\nand so/,
    );
  });
});

it('refuses other archives than Word documents', async () => {
  await expect(readDocx(await makeZip({ 'a.txt': 'x' }), LIMIT)).rejects.toThrow(/not a Word document/);
});

describe('readDocx', () => {
  const paragraphs = [
    ['Title', 'The Pancreas'],
    ['Heading1', 'Hormones'],
    ['Normal', 'Insulin &amp; glucagon.'],
    ['Normal', 'Caf\u00e9.'],
  ] as const;

  it('reads paragraphs, and the title by its style', async () => {
    expect(await readDocx(await makeDocx(paragraphs), LIMIT)).toEqual({
      title: 'The Pancreas',
      language: undefined,
      text: 'The Pancreas\n\nHormones\n\nInsulin & glucagon.\n\nCafé.',
    });
  });

  it('reads content that is there in one form for new readers alone, or in two', async () => {
    const text = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
    const alternatives = (inner: string): string => `<mc:AlternateContent>${inner}</mc:AlternateContent>`;
    const choice = (inner: string): string => `<mc:Choice Requires="wps">${inner}</mc:Choice>`;
    const body = [
      text('First.'),
      alternatives(choice(text('New alone.'))),
      alternatives(`${choice(text('New.'))}<mc:Fallback>${text('Old.')}</mc:Fallback>`),
      alternatives(choice(alternatives(choice(text('Within.'))))),
    ].join('');
    const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="m"><w:body>${body}</w:body></w:document>`;
    const docx = await makeDocx([], { 'word/document.xml': document });
    expect((await readDocx(docx, LIMIT)).text).toBe('First.\n\nNew alone.\n\nOld.\n\nWithin.');
  });

  it('prefers the title of the properties', async () => {
    const core =
      '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title> On it </dc:title><dc:language>en_US</dc:language></cp:coreProperties>';
    const docx = await makeDocx(paragraphs, { 'docProps/core.xml': core });
    expect(await readDocx(docx, LIMIT)).toMatchObject({ title: 'On it', language: 'en-US' });
  });
});

describe('readEpub', () => {
  it('reads the texts of the spine without the table of contents', async () => {
    const epub = await makeEpub(['<h1>One</h1><p>First <i/>text.</p>', '<p>Second text.</p>']);
    expect(await readEpub(epub, LIMIT)).toEqual({
      title: 'The Pancreas',
      language: 'en-US',
      sourceUrl: undefined,
      text: 'One\n\nFirst text.\n\nSecond text.',
    });
  });

  it('finds its texts however their paths are spelt, and reads what XML alone does not know', async () => {
    const chapters: Readonly<Record<string, readonly [href: string, entry: string]>> = {
      'A slash before it.': ['/OEBPS/a.xhtml', 'OEBPS/a.xhtml'],
      'An escape.': ['b%20b.xhtml', 'OEBPS/b b.xhtml'],
      'An escape in the name.': ['c%20c.xhtml', 'OEBPS/c%20c.xhtml'],
      'A fragment.': ['d.xhtml#start', 'OEBPS/d.xhtml'],
      'Decomposed letters, and capitals.': ['\u00e9.xhtml', 'OEBPS/E\u0301.XHTML'],
    };
    const all = Object.entries(chapters);
    const items = all.map(
      ([, [href]], at) => `<item id="c${at}" href="${href}" media-type="application/xhtml+xml"/>`,
    );
    const refs = all.map((_chapter, at) => `<itemref idref="c${at}"/>`).join('');
    const epub = await makeZip({
      'META-INF/container.xml': '<container><rootfile full-path="/OEBPS/book.opf"/></container>',
      'OEBPS/book.opf': `<package><metadata><title>Bees&nbsp;&amp;&eacute;</title></metadata><manifest>${items.join('')}</manifest><spine>${refs}</spine></package>`,
      ...Object.fromEntries(
        all.map(([text, [, entry]]) => [
          entry,
          `<html><body><p title="a > b"/><p>${text}&nbsp;&mdash;</p><script src="x > y"/></body></html>`,
        ]),
      ),
    });
    const { text, title } = await readEpub(epub, LIMIT);
    expect(title).toMatch(/^Bees\s&é$/);
    expect(text).toBe(all.map(([words]) => `${words} —`).join('\n\n'));
  });

  it('refuses copy protection but not hidden fonts', async () => {
    const encryption = (algorithm: string): Record<string, string> => ({
      'META-INF/encryption.xml': `<encryption xmlns:e="x"><e:EncryptionMethod Algorithm="${algorithm}"/></encryption>`,
    });
    const drm = await makeEpub(['<p>a'], encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc'));
    await expect(readEpub(drm, LIMIT)).rejects.toThrow(/copy-protected/);
    const fonts = await makeEpub(['<p>a</p>'], encryption('http://www.idpf.org/2008/embedding'));
    expect((await readEpub(fonts, LIMIT)).text).toBe('a');
  });

  it('refuses what is no book or has none of its parts', async () => {
    await expect(readEpub(await makeZip({ 'a.txt': 'x' }), LIMIT)).rejects.toThrow(
      /container.xml is missing/,
    );
    const broken = await makeEpub(['<p>a'], { 'OEBPS/book.opf': '<package><metadata>' });
    await expect(readEpub(broken, LIMIT)).rejects.toThrow(/not well-formed/);
  });
});
