import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { recordReader } from '../../../../src/extensions/documents/record-reader.js';
import { mediaWikiFormat } from '../../../../src/extensions/wikipedia/mediawiki/mediawiki-export.js';

const createMediaWikiReader = recordReader(mediaWikiFormat);
import { openCorpus } from '../../../../src/language/corpus/open-source.js';
import { corpusReaderContract } from '../../../contracts/corpus-reader.js';
import { readAll, temporaryFolders } from '../../../language/corpus/support.js';

const folderOf = temporaryFolders();

const HEAD = `<mediawiki xml:lang="en">
<siteinfo><sitename>Wiki</sitename><base>https://en.wikipedia.org/wiki/Main_Page</base><case>first-letter</case>
<namespaces><namespace key="0" /><namespace key="1">Talk</namespace><namespace key="14">Category</namespace></namespaces></siteinfo>
`;

const page = (title: string, text: string, more = ''): string =>
  `<page><title>${title}</title>${more}<revision><text>${text}</text></revision></page>\n`;

const exportOf = (...pages: readonly string[]): string => `${HEAD}${pages.join('')}</mediawiki>\n`;

/** Head, two pages and end as four bzip2 streams, made with bzip2; they end at bytes 205, 360, 491 and 546. */
const MULTISTREAM = Buffer.from(
  'QlpoOTFBWSZTWalJFqUAABRfgAAQUAPkFwBIAIA/797gMACsYap6mgHkmmgNAHqANU0NMjIGmBNA00YSiaJPQ01NNGTQ' +
    'xG1GiBl4hTWGJGt0jjosDiAggetWxqTwZC0oiL4GqT2qLNz3uS+JCwohREnpqLppyjiq9kJtNKzYzi1Ooql46CMqPGQ5' +
    '0MMDNZM9JJD8bqtRAo64NS9C7PfEyVDisYyFiQtPutyEDvxZsP8sWBVKSq9BmBzEAMD3flF+OxRQXckU4UJCpSRalEJa' +
    'aDkxQVkmU1kXhYsvAAALX4wAEEABwAUQYAAKLu/fwAAECAAgAHUNEmgaND1NA9EyAanogmmhNpB5R5Ew/7TOybSDHtkg' +
    'xegiWQs2BVao0plOAKZYWGtb3EHPVhnc1RE9whKIiFDcMRQYTvCWkwIJSysKBVNmOA4HhrtJKuHmo5xHwqI8sWMSUFHC' +
    'Q3LOp9i7kinChIC8LFl4QlpoOTFBWSZTWbdMIbsAAAnbrAAQQAHABQAQLu/fwAAAgAQIACAAahqZDQgAZNqNNBKmSaaB' +
    'kADagSfdpBjmyMRQxAmaVpEmtmbiN4qHqHqJwIloFEzB3By0hiNZAZJjxqdZiLiWCviKu5SAl/jnohEYsIipMuL8fi7k' +
    'inChIW6YQ3ZCWmg5MUFZJlNZ7b5zqgAAAVmAABAAAIAFJioAgCAAIgaGmggGmmgCSxSXWu8XckU4UJDtvnOq',
  'base64',
);

let contractFile: Promise<string> | undefined;
corpusReaderContract('The reader of MediaWiki exports', async () => {
  contractFile ??= folderOf({
    'wiki.xml': exportOf(page('One', 'First text.'), page('Two', 'Second text.'), page('None', '{{x}}')),
  }).then((folder) => join(folder, 'wiki.xml'));
  return createMediaWikiReader(await contractFile);
});

describe('A MediaWiki export', () => {
  it('gives articles as plain text with headings, title, language and address', async () => {
    const text = `An '''insulin pump''' treats [[Diabetes mellitus|diabetes]].&lt;ref&gt;Note&lt;/ref&gt;
== History ==
The first &amp;mdash; in 1963. {{Infobox|a=b}}
== Gallery ==
=== Pictures ===
[[File:X.jpg|thumb|Caption]]
== References ==
{{reflist}} [[Category:Diabetes]] [[:Category:Insulin]]`;
    const folder = await folderOf({ 'wiki.xml': exportOf(page('Insulin pump (device)', text)) });
    const { documents, problems } = await readAll(openCorpus(join(folder, 'wiki.xml')));
    expect(problems).toEqual([]);
    const address = 'https://en.wikipedia.org/wiki/Insulin_pump_(device)';
    expect(documents).toEqual([
      {
        id: address,
        title: 'Insulin pump (device)',
        text: 'An insulin pump treats diabetes.\n\nHistory\n\nThe first — in 1963.',
        language: 'en',
        sourceUrl: address,
      },
    ]);
  });

  it('leaves redirects, other namespaces and other models out, with and without their marks', async () => {
    const folder = await folderOf({
      'wiki.xml': exportOf(
        page('Kept', 'Text.', '<ns>0</ns>'),
        page('Marked', 'Text.', '<ns>0</ns><redirect title="Kept" />'),
        page('Unmarked', '#REDIRECT [[Kept]]'),
        page('Discussion', 'Text.', '<ns>1</ns>'),
        page('Talk:Old', 'Text.'),
        '<page><title>Script</title><ns>0</ns><revision><model>javascript</model><text>x</text></revision></page>',
      ),
    });
    const { documents, problems } = await readAll(openCorpus(join(folder, 'wiki.xml')));
    expect(documents.map(({ title }) => title)).toEqual(['Kept']);
    expect(problems).toEqual([]);
  });

  it('gives the newest revision, wherever it stands', async () => {
    const revision = (day: number, text: string): string =>
      `<revision><timestamp>2024-01-0${day}T00:00:00Z</timestamp><text>${text}</text></revision>`;
    const folder = await folderOf({
      'wiki.xml': exportOf(
        `<page><title>A</title>${revision(1, 'Oldest.')}${revision(3, 'Newest.')}${revision(2, 'Middle.')}</page>`,
      ),
    });
    const { documents } = await readAll(openCorpus(join(folder, 'wiki.xml')));
    expect(documents.map(({ text }) => text)).toEqual(['Newest.']);
  });

  it('is read from gzip and from bzip2 in several streams', async () => {
    const folder = await folderOf({
      'a.xml.gz': gzipSync(exportOf(page('One', 'Text.'))),
      'b.xml.bz2': MULTISTREAM,
    });
    const { documents, problems } = await readAll(openCorpus(folder));
    expect(problems).toEqual([]);
    expect(documents.map(({ id, text }) => [id, text])).toEqual([
      ['https://en.wikipedia.org/wiki/One', 'Text.'],
      ['https://de.wikipedia.org/wiki/Insulin', 'Insulin ist ein Hormon der Bauchspeicheldrüse.'],
      ['https://de.wikipedia.org/wiki/Zucker', 'Zucker schmeckt süß.'],
    ]);
  });

  it.each([
    ['inside a stream', 420, 1],
    ['between two streams', 491, 2],
    ['in its first bytes', 30, 0],
  ])('that is cut off %s gives what came before, and says where it ends', async (_, bytes, whole) => {
    const folder = await folderOf({ 'cut.xml.bz2': MULTISTREAM.subarray(0, bytes) });
    const { documents, problems } = await readAll(openCorpus(join(folder, 'cut.xml.bz2')));
    expect(documents).toHaveLength(whole);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.where).toMatch(/cut\.xml\.bz2:\d+$/);
    expect(problems[0]?.message).toMatch(/ends|unclosed|root/);
  });

  it('with damaged XML gives what came before, and says in which line', async () => {
    const folder = await folderOf({ 'x.xml': `${HEAD}${page('One', 'Text.')}<page><title>A & B</wrong>` });
    const { documents, problems } = await readAll(openCorpus(join(folder, 'x.xml')));
    expect(documents.map(({ title }) => title)).toEqual(['One']);
    expect(problems[0]?.where).toMatch(/x\.xml:5$/);
    expect(problems[0]?.message).toMatch(/cannot be read from here on/);
  });

  it('is told from other XML, from other data and from an export without articles', async () => {
    const folder = await folderOf({
      'empty.xml': exportOf(),
      'feed.xml': '<?xml version="1.0"?><rss><channel/></rss>',
      'none.xml': '',
      'noise.xml.bz2': 'this is no bzip2',
    });
    const { documents, problems } = await readAll(openCorpus(folder));
    expect(documents).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/holds no article/),
      expect.stringMatching(/begins with <rss>.*not an export of a MediaWiki/),
      expect.stringMatching(/ends or breaks here \(No magic number found\)/),
      expect.stringMatching(/root element/),
    ]);
  });

  it('does not take in a text that never ends', async () => {
    const folder = await folderOf({
      'x.xml': `${HEAD}${page('One', 'Text.')}${page('Two', 'x '.repeat(40_000))}`,
    });
    const { documents, problems } = await readAll(
      createMediaWikiReader(join(folder, 'x.xml'), { maximumFileBytes: 50_000 }),
    );
    expect(documents.map(({ title }) => title)).toEqual(['One']);
    expect(problems[0]?.message).toMatch(/longer than 50000 characters/);
  });
});
