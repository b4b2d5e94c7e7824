import { expect, it } from '@jest/globals';
import { readOdt as readOdtContent } from '../../../src/extensions/documents/packed-formats.js';
import { corpusDocumentReader } from '../../../src/extensions/documents/read-document.js';
import { makeOdt, makeZip } from '../../language/corpus/fixtures.js';

const LIMIT = 1_000_000;
const readOdt = corpusDocumentReader('odt');

it('reads headings, paragraphs, lists, cells and notes, without what was deleted or remarked', async () => {
  const odt = await makeOdt(
    [
      '<text:tracked-changes><text:p>Deleted.</text:p></text:tracked-changes>',
      '<text:p text:style-name="Title">The Pancreas</text:p>',
      '<text:h text:outline-level="2">Hor<text:span>mones</text:span></text:h>',
      '<text:p>Insulin<text:s text:c="3"/>lowers<text:line-break/>glucose<text:note><text:note-citation>1</text:note-citation>',
      '<text:note-body><text:p>A note.</text:p></text:note-body></text:note> &amp; more.',
      '<office:annotation><text:p>Remark.</text:p></office:annotation></text:p><text:p/>',
      '<text:list><text:list-item><text:p>An item</text:p></text:list-item></text:list>',
      '<table:table><table:table-cell><text:p>A cell</text:p></table:table-cell></table:table>',
    ].join(''),
  );
  expect(await readOdt(odt, LIMIT)).toEqual({
    title: 'The Pancreas',
    language: undefined,
    text: 'The Pancreas\n\nHormones\n\nInsulin lowers glucose\n\nA note.\n\n& more.\n\nAn item\n\nA cell',
  });
});

it('prefers the title of the properties, and finds links', async () => {
  const meta =
    '<m:meta xmlns:m="m" xmlns:dc="d"><dc:title> On it </dc:title><dc:language>en-US</dc:language></m:meta>';
  const odt = await makeOdt(
    '<text:p>See <text:a xlink:href="http://a.example/x">this page</text:a> and <text:a xlink:href="#part">that part</text:a>.</text:p>',
    { 'meta.xml': meta },
  );
  expect(await readOdtContent(odt, LIMIT)).toEqual({
    title: 'On it',
    language: 'en-US',
    blocks: [
      {
        text: 'See this page and that part.',
        heading: 0,
        links: [{ begin: 4, end: 13, url: 'http://a.example/x' }],
      },
    ],
  });
});

it('refuses what is encrypted, not well-formed, or no text', async () => {
  const secret = await makeOdt('<text:p>x</text:p>', {
    'META-INF/manifest.xml':
      '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
  });
  await expect(readOdt(secret, LIMIT)).rejects.toThrow(/protected by a password/);
  await expect(readOdt(await makeZip({ 'a.txt': 'x' }), LIMIT)).rejects.toThrow(/content.xml is missing/);
  await expect(readOdt(await makeOdt('<text:p>'), LIMIT)).rejects.toThrow(/not well-formed/);
});
