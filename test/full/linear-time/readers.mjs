/**
 * The readers of what comes from outside, each with the fragments that matter to it. A reader takes a text; fragments are repeated,
 * nested and left open. Compiled files are read, as child processes run them. The HTML of a corpus is not among them: Readability
 * takes the square of the time, and is ended by the reader after 10 s.
 */
import { createWriteStream, writeFileSync } from 'node:fs';
import { Buffer } from 'node:buffer';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';

import {
  ADDRESS,
  CDX,
  HEADER,
  HTML,
  JSON_LD,
  LINES,
  MARKDOWN,
  PAGE_DATA,
  ROBOTS,
  SCRIPTS,
  SITEMAP,
  SPARQL,
  TABLE,
  TEXT,
  TURTLE,
  WARC,
  XML,
} from './fragments.mjs';

const from = (file) => import(`../../../dist/${file}.js`);
const URL_OF_PAGE = 'http://a.example/b/c';
const EVENT = {
  url: URL_OF_PAGE,
  finalUrl: URL_OF_PAGE,
  time: '2026-01-01T00:00:00Z',
  contentType: 'text/html',
};
/** Every fourth: enough for a reader that goes over the same tree as another. */
const some = (fragments, first) => fragments.filter((_, at) => at % 4 === first);

/** Refusing a text is an answer; a mistake of the reader, or of this test, is none. */
function checkRefusal(thrown) {
  if (thrown instanceof TypeError || thrown instanceof ReferenceError) throw thrown;
  if (thrown instanceof RangeError) throw thrown;
}

async function drain(items) {
  const all = [];
  try {
    for await (const item of items) all.push(item);
  } catch (thrown) {
    checkRefusal(thrown);
  }
  return all;
}

/** A reader of files with an ending, which lie in the folder where the process runs. */
const ofFile = (ending, read) => async (text) => {
  const file = path.resolve(`input${ending}`);
  writeFileSync(file, text);
  await read(file);
};

const quietly = (read) => async (text) => {
  try {
    await read(text);
  } catch (thrown) {
    checkRefusal(thrown);
  }
};

async function pageReader(options) {
  const { createPageReader } = await from('web/page/reader');
  const reader = createPageReader(options);
  return (text) => reader.read(Buffer.from(text), URL_OF_PAGE, 'text/html; charset=utf-8');
}

async function oxigraphReader(ending) {
  const { loadRdfFile } = await from('knowledge/formats/rdf-file');
  const { createOxigraphStore } = await from('knowledge/oxigraph/oxigraph-store');
  return ofFile(
    ending,
    quietly((file) => loadRdfFile(createOxigraphStore(), file)),
  );
}

async function labelReader(ending) {
  const { readLabelFile: readLabels } = await from('extensions/teach/labels');
  return ofFile(ending, (file) => drain(readLabels(file, () => undefined)));
}

async function writeZip(file, texts) {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(texts))
    zip.addBuffer(Buffer.from(text), name, { compress: false });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

async function corpusReader(file, name, ending) {
  const { [name]: create } = await from(file);
  return ofFile(ending, (at) => drain(create(at, {}).read()));
}

const response = (headers, body = '') => ({
  url: URL_OF_PAGE,
  status: 200,
  headers,
  body: Buffer.from(body),
});

/** Reader → its fragments, what stands before and after them, and how it is opened. */
export const READERS = {
  page: { fragments: HTML, open: () => pageReader() },
  'page without a type': {
    fragments: HTML,
    async open() {
      const { beginsAsHtml, isHtml } = await from('support/text/content-type');
      const { isMarkup } = await from('web/page/charset');
      return (text) => [beginsAsHtml(text), isMarkup(text), isHtml(response({}, text))];
    },
  },
  'scripts of a page': {
    fragments: SCRIPTS,
    before: '<title>Pump</title><div id=root></div><script src=x></script><script>',
    after: '</script>',
    open: () => pageReader({}),
  },
  'what a page says of itself': {
    fragments: [...PAGE_DATA, ...some(HTML, 2)],
    async open() {
      const { metadataOfPage } = await from('extensions/publish/metadata/page-metadata');
      return (text) => metadataOfPage(EVENT, Buffer.from(text));
    },
  },
  'refresh of a page': {
    fragments: [...some(HTML, 0), '<meta http-equiv=refresh content="0;url=javascript:', '0', '; ', 'url='],
    before: '<html><!-- refresh -->',
    async open() {
      const { refreshTarget } = await from('web/http/redirects');
      return (text) => refreshTarget(response({ 'content-type': 'text/html' }, text));
    },
  },
  'Markdown of a page': {
    fragments: some(HTML, 2),
    before: `<html><body><p>${'A sentence of some words that is read. '.repeat(20)}</p>`,
    async open() {
      const { writtenPart } = await from('extensions/publish/pages/markdown');
      return quietly((text) => {
        const { markdown, plain } = writtenPart(Buffer.from(text), URL_OF_PAGE, 'text/html');
        return [markdown(), plain()];
      });
    },
  },
  'Markdown of a corpus': {
    fragments: MARKDOWN,
    async open() {
      const { readMarkdown } = await from('language/corpus/documents/markdown-format');
      return quietly((text) => readMarkdown(Buffer.from(text), 10_000_000));
    },
  },
  'text of a corpus': {
    fragments: TEXT,
    async open() {
      const { readPlainText } = await from('language/corpus/documents/text-format');
      const { tidyText } = await from('language/corpus/draft');
      const { joinWrappedLines } = await from('language/text/compromise-annotator');
      return quietly((text) => [tidyText(text), joinWrappedLines(text), readPlainText(Buffer.from(text))]);
    },
  },
  CSV: {
    fragments: TABLE,
    before: 'id,text\n',
    open: () => corpusReader('extensions/documents/records', 'createDelimitedReader', '.csv'),
  },
  'JSON lines': {
    fragments: LINES,
    open: () => corpusReader('extensions/documents/records', 'createJsonLinesReader', '.jsonl'),
  },
  'robots.txt': {
    fragments: ROBOTS,
    before: 'User-agent: *\n',
    async open() {
      const { parseRobotsTxt, decidingRule } = await from('crawling/politeness/robots-txt');
      return (text) => {
        const { rules, usage } = parseRobotsTxt(Buffer.from(text), 'http://a.example/robots.txt', 'sfwc');
        const url = `http://a.example/${'a'.repeat(500)}?${'a=/&'.repeat(50)}`;
        return [decidingRule(rules, url), decidingRule(usage, url)];
      };
    },
  },
  sitemap: {
    fragments: SITEMAP,
    async open() {
      const { readSitemap } = await from('crawling/sitemaps/sitemap-file');
      return (text) => drain(readSitemap(Buffer.from(text), 'http://a.example/', () => undefined));
    },
  },
  'Turtle of a knowledge base': { fragments: TURTLE, open: () => oxigraphReader('.ttl') },
  'RDF/XML of a knowledge base': { fragments: XML, open: () => oxigraphReader('.rdf') },
  'JSON-LD of a knowledge base': { fragments: JSON_LD, open: () => oxigraphReader('.jsonld') },
  'heads of responses': {
    fragments: HEADER,
    async open() {
      const { decodeHtml } = await from('web/page/charset');
      const { mediaType } = await from('support/text/content-type');
      const { readRobotsTag, withHeaders } = await from('web/page/rights');
      const { readRefresh } = await from('web/http/redirects');
      const { Cookie } = await import('tough-cookie');
      // As much of a head as is read (MAX_HEADER_BYTES of http-request.ts).
      return (whole) => {
        const text = whole.slice(0, 65_536);
        return [
          decodeHtml(Buffer.from('x'), text),
          mediaType(response({ 'content-type': text })),
          readRobotsTag(text, 'sfwc'),
          withHeaders({}, { link: text, 'tdm-policy': text }, URL_OF_PAGE, []),
          readRefresh(text, URL_OF_PAGE),
          Cookie.parse(text),
        ];
      };
    },
  },
  'bytes of a page': {
    fragments: [
      '<meta charset=',
      '<meta',
      '<meta http-equiv=content-type content="',
      '<?xml encoding=',
      ...HTML,
    ],
    async open() {
      const { decodeHtml, looksBinary, decodeText } = await from('web/page/charset');
      return (text) => [
        decodeHtml(Buffer.from(text, 'latin1'), ''),
        decodeText(Buffer.from(text)),
        looksBinary(text),
      ];
    },
  },
  addresses: {
    fragments: ADDRESS,
    before: 'http://a.example/',
    async open() {
      const { normaliseUrl, registeredDomain } = await from('crawling/urls/urls');
      const { isLoop } = await from('crawling/pages/traps');
      const { urlPattern } = await from('crawling/urls/url-patterns');
      const { parseUrl } = await from('support/parse-url');
      const fits = [urlPattern('*a*b*'), urlPattern('/(a|b)*c/')];
      const rules = { keepParameters: false, maxLength: 10_000_000 };
      return (text) => [
        normaliseUrl(text, rules),
        parseUrl(text),
        isLoop(text, URL_OF_PAGE),
        registeredDomain(text),
        fits.map((fit) => fit(text)),
      ];
    },
  },
  'language of a text': {
    fragments: TEXT,
    async open() {
      const { detectLanguage, otherLanguage } = await from('language/text/language');
      return async (text) => [await detectLanguage(text), await otherLanguage(text, '', 'de')];
    },
  },
  'words of a text': {
    fragments: TEXT,
    async open() {
      const { createWordReader } = await from('language/text/english');
      const { sketchOf, wordsOf } = await from('support/text/text-sketch');
      const { isSoft404 } = await from('crawling/pages/page-watch');
      const { judgedText } = await from('judging/topic/evidence-mentions');
      const words = [false, true].map((numbers) => createWordReader((word) => word, { numbers }));
      return (text) => [
        words.map((read) => read(text)),
        wordsOf(text),
        sketchOf({ title: text, headline: text, text, blocks: [] }),
        isSoft404({ title: text, headline: text, text }),
        judgedText({ title: text, headline: text, keywords: text, text, url: URL_OF_PAGE }),
      ];
    },
  },
  'nouns of a text by a lexicon': {
    fragments: TEXT,
    async open() {
      const { makeLexicon, countWordsOf } = await from('language/text/lexicon');
      const { createLexicalAnnotator } = await from('language/text/lexical-annotator');
      const { openLemmatizer } = await from('language/text/english');
      const counts = new Map();
      const text = 'The bees of the hive make honey. ';
      const word = { kind: 'word', tag: 'NN', entityClass: 'other' };
      const places = [4, 16, 26].map((begin) => [begin, text.slice(begin).search(/\W/) + begin]);
      const nouns = places.map(([begin, end]) => {
        const lemma = text.slice(begin, end);
        return { ...word, surface: lemma, lemma, begin, end };
      });
      countWordsOf({ text, nouns, mentions: places.map((place, at) => [...place, at]) }, counts);
      const annotator = createLexicalAnnotator(makeLexicon([counts]), openLemmatizer());
      return (read) => annotator.annotate(read);
    },
  },
  'nouns and links of a text': {
    fragments: TEXT,
    async open() {
      const { createTextReader } = await from('app/topics/building/annotation-pool');
      const { openWordNet } = await from('language/wordnet/wordnet');
      const { NO_PLUGINS } = await from('judging/plugins/registry');
      const { cutText } = await from('support/text/cut-text');
      const { MAX_JUDGED } = await from('judging/topic/evidence-mentions');
      const labels = ['Queen bee', 'NASA', 'New York', 'AAAA'].map((label) => ({
        label,
        iri: `http://e/${label.length}`,
        kind: 'preferred',
      }));
      const read = createTextReader(
        { linkers: ['gazetteer', 'wordnet'], labels: [labels] },
        openWordNet(),
        NO_PLUGINS,
      );
      // As pages are: the time of this grows faster than the text, which is therefore bounded.
      return (text) => read(cutText(text, MAX_JUDGED), {});
    },
  },
  'nouns of a German text': {
    fragments: TEXT,
    async open() {
      const { openNounAnnotator } = await from('extensions/languages/noun-annotator');
      const annotator = await openNounAnnotator('de', 'de');
      return (text) => annotator.annotate(text);
    },
  },
  'sentences of a text': {
    fragments: TEXT,
    async open() {
      const { passagesOf } = await from('extensions/search/index-file');
      const { splitLongText } = await from('language/text/compromise-annotator');
      const { textBlock } = await from('extensions/documents/document-content');
      return (text) => [passagesOf(text), splitLongText(text), textBlock(text)];
    },
  },
  WARC: {
    fragments: WARC,
    before: 'WARC/1.1\r\n',
    async open() {
      // `indexArchive` is not among them: it reads what sfwc itself wrote.
      const { capturesOf } = await from('extensions/archives/warc-index');
      return ofFile(
        '.warc',
        quietly((file) => drain(capturesOf(file, []))),
      );
    },
  },
  CDX: {
    fragments: CDX,
    async open() {
      const { readCdx } = await from('web/archive/cdxj');
      const { readCdxLine } = await from('web/archive/cdxj');
      return quietly((text) => [readCdx(text), readCdxLine(text)]);
    },
  },
  'body of a response': {
    fragments: ['a', '\0', 'ab', '<p>'],
    async open() {
      const { decodeBody } = await from('web/http/read-body');
      const limit = { bytes: 10_000_000, beyond: 'cut' };
      const decoded = (bytes, encoding) => decodeBody(bytes, encoding, limit, 10_000_000, URL_OF_PAGE);
      return quietly((text) =>
        Promise.all([
          decoded(gzipSync(text), 'gzip'),
          decoded(brotliCompressSync(text), 'br'),
          decoded(gzipSync(gzipSync(text)), 'gzip, gzip'),
        ]),
      );
    },
  },
  'XML of a document': {
    fragments: XML,
    before: '<a xmlns:rdf="r">',
    async open() {
      const { readXml } = await from('extensions/documents/xml');
      return quietly((text) => readXml(text));
    },
  },
  'answers of a search engine': {
    fragments: [...SITEMAP, ...JSON_LD],
    async open() {
      const { hitsOfAnswer } = await from('extensions/discover/search-engine');
      return quietly((text) => hitsOfAnswer(text));
    },
  },
  'search query': {
    fragments: TEXT,
    async open() {
      const { parseQuery } = await from('extensions/search/query');
      return quietly((text) => parseQuery(text));
    },
  },
  'SPARQL query': {
    fragments: SPARQL,
    before: 'SELECT',
    async open() {
      const { sparqlTokens } = await from('knowledge/queries/sparql-tokens');
      return quietly((text) => sparqlTokens(text));
    },
  },
  seeds: {
    fragments: [...ADDRESS, 'http://a.example/§\n', '#', '# a\n', '\r\n', '\r'],
    async open() {
      const { readSeeds } = await from('app/crawl/setup/read-seeds');
      return ofFile(
        '.txt',
        quietly((file) => readSeeds([file])),
      );
    },
  },
  'table of labels': {
    fragments: [...TABLE, 'yes,http://a.example/§\n'],
    before: 'label,url\n',
    open: () => labelReader('.csv'),
  },
  'JSON feed': {
    fragments: [...LINES, ...JSON_LD, '{"url":"http://a.example/§"},', '"items":['],
    before: '{"version":"https://jsonfeed.org/version/1.1","items":[',
    async open() {
      const { readSitemap } = await from('crawling/sitemaps/sitemap-file');
      return (text) => drain(readSitemap(Buffer.from(text), 'http://a.example/', () => undefined));
    },
  },
  'cookies and waits': {
    fragments: HEADER,
    async open() {
      const { openCookieSession } = await from('web/http/cookie-file');
      const { retryAfter } = await from('support/time/retry-after');
      return (whole) => {
        const text = whole.slice(0, 65_536);
        const cookie = { name: 'a', value: '1', domain: 'a.example', path: '/', expires: -1 };
        const session = openCookieSession([{ ...cookie, httpOnly: false, secure: false }]);
        session.take(URL_OF_PAGE, [text, ...text.split(', ')]);
        return [session.cookiesFor(URL_OF_PAGE), retryAfter(text, Date)];
      };
    },
  },
  'WACZ file': {
    fragments: CDX,
    async open() {
      const { openWacz } = await from('extensions/archives/wacz-file');
      return async (text) => {
        const file = path.resolve('input.wacz');
        await writeZip(file, { 'archive/a.warc': 'WARC/1.1\r\n', 'indexes/index.cdxj': text });
        return drain((await openWacz(file, [])).entries);
      };
    },
  },
  'pages of a WARC': {
    fragments: WARC,
    before: 'WARC/1.1\r\n',
    async open() {
      const { readArchive } = await from('extensions/archives/filter/filter-file');
      const nothing = () => undefined;
      const reading = { onRecord: nothing, onTooLarge: nothing, onProblem: nothing };
      return ofFile('.warc', (file) => drain(readArchive(file, reading)));
    },
  },
  'members of a packed WARC': {
    fragments: WARC,
    async open() {
      const { readArchive } = await from('extensions/archives/filter/filter-file');
      const nothing = () => undefined;
      const reading = { onRecord: nothing, onTooLarge: nothing, onProblem: nothing };
      return async (text) => {
        const file = path.resolve('input.warc.gz');
        const step = Math.max(100, text.length / 1000);
        const pieces = Array.from({ length: Math.ceil(text.length / step) }, (_, at) =>
          gzipSync(text.slice(at * step, (at + 1) * step), { level: 1 }),
        );
        writeFileSync(file, Buffer.concat(pieces));
        return drain(readArchive(file, reading));
      };
    },
  },
  'results of a SPARQL endpoint': {
    fragments: [...JSON_LD, '{"a":{"type":"uri","value":"http://a/§"}},'],
    before: '{"head":{"vars":["a"]},"results":{"bindings":[',
    after: '{}]}}',
    async open() {
      const { parseBindings } = await from('knowledge/formats/result-text');
      return quietly((text) => parseBindings(text));
    },
  },
  'dates in a text': {
    fragments: [...PAGE_DATA, ...HEADER],
    async open() {
      const { dateInData, dateInText } = await from('extensions/publish/metadata/date-sources');
      return (text) => [dateInData(text, EVENT.time), dateInText(text, EVENT.time)];
    },
  },
};
