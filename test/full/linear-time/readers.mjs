/**
 * The readers of what comes from outside, each with the fragments that matter to it. A reader takes a text; fragments are repeated,
 * nested and left open; `§` stands for a number. Compiled files are read, as child processes run them.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { Buffer } from 'node:buffer';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const from = (file) => import(`../../../dist/${file}.js`);
const URL_OF_PAGE = 'http://a.example/b/c';
const EVENT = {
  url: URL_OF_PAGE,
  finalUrl: URL_OF_PAGE,
  time: '2026-01-01T00:00:00Z',
  contentType: 'text/html',
};
const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-linear-'));

async function drain(items) {
  const all = [];
  try {
    for await (const item of items) all.push(item);
  } catch {
    // Refusing is an answer.
  }
  return all;
}

/** A reader of files with an ending. */
const ofFile = (ending, read) => async (text) => {
  const file = path.join(folder, `input${ending}`);
  writeFileSync(file, text);
  await read(file);
};

const quietly = (read) => async (text) => {
  try {
    await read(text);
  } catch {
    // Refusing is an answer.
  }
};

const tags = (names) => names.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`]);

const HTML = [
  ...[
    '<a href=/§>t</a>',
    '<a href=/§>',
    '<p id=a§>',
    '<p class=a§>',
    ' a§=b',
    '<x§>',
    'w§ ',
    '<meta name=a§ content=b>',
    '<link rel=alternate type=application/rss+xml href=/§>',
    '<p>Word§ word.',
  ],
  ...tags(
    'p div b a i table tr td li ul select option button form svg math template title script style textarea',
  ),
  ...tags(
    'noscript iframe h1 h2 pre code dl dd ruby rt head body html frameset frame font nobr article nav object',
  ),
  ...[
    '<a href=x>',
    '<a href=/x>t</a>',
    '<a href=x rel="a b c">',
    '<base href=/x/>',
    '<br>',
    '<hr>',
    '<img alt=x>',
  ],
  ...[
    '<meta name=robots content=noindex>',
    '<meta charset=x>',
    '<link rel=canonical href=x>',
    '<link rel=',
    '<input>',
  ],
  ...[
    '<!--',
    '-->',
    '<!---->',
    '<!-',
    '<!DOCTYPE',
    '<![CDATA[',
    ']]>',
    '<?xml',
    '<?',
    '<%',
    '</',
    '<',
    '>',
    '/>',
    '&',
  ],
  ...[
    '&amp;',
    '&#',
    '&#x',
    '&#1',
    '&#x1F600;',
    '&not',
    '&notit;',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    '\t',
    '\r',
    '\f',
    '\0',
  ],
  ...[
    ' a=b',
    ' a',
    ' class="x y-z"',
    ' id=a',
    ' style="display:none',
    ' hidden',
    '<p class=',
    '<p class="nav ">',
  ],
  ...[
    '\u00AD',
    '\u200B',
    '\u0301',
    '\u0316\u0301',
    '\uFEFF',
    'é',
    'ж',
    '日本',
    '\u{1F600}',
    '\uD800',
    'word ',
    'A',
    'a',
  ],
  ...[
    '{{',
    '}}',
    '{{x}}',
    '. ',
    '! ',
    '| ',
    '- ',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '\\',
    '//',
    '/*',
    '*/',
    '`',
    '$',
    '0',
  ],
  ...[
    '<template shadowrootmode=open>',
    '<div role=main>',
    '<main><article>',
    '<div hidden>',
    '<p><a href=x>t</a> ',
  ],
  ...[
    '<table><td>',
    '<b><p>',
    '<a><p>',
    '<select><a>',
    '<table><b>',
    '<p><table>',
    '<svg><title>',
    '<math><mi>',
  ],
  ...[
    '<frameset><frame src=x>',
    '<frame src=a src=',
    '<noscript>java script <',
    '<div id=root>',
    '<script src=x>',
  ],
  ...['<span role=link data-href=/x>', '<div class=cookie-wall>', '<div class=infinite-scroll>', '<x-y>'],
];
const SCRIPTS = [
  ...['"k§":1,', '{"text":"word word word §"},', '{"url":"/§"},', ';__A§ = {', '"k§":{'],
  ...[
    '<script>',
    '</script>',
    '<script type=application/json>',
    '<script type=application/ld+json>',
    '<script id=__NEXT_DATA__>',
  ],
  ...[
    '__A__={',
    ' __A=[',
    ';__aState = "',
    'window.__STATE__=',
    'JSON.parse("',
    'initialState=',
    '{"a":',
    '[{',
    '{"text":"',
  ],
  ...[
    '"',
    '\\"',
    '\\\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '//',
    '/*',
    '*/',
    '<!--',
    '-->',
    ']]>',
    '\t',
    ' ',
    ';',
    '"@graph":[',
  ],
  ...[
    '{"@type":"Article","text":"word word word"},',
    '{"@context":"http://schema.org","@id":"x","name":"y"}',
    '{"@type":["',
  ],
  ...[
    '{"url":"/x","title":"t t"},',
    '"<p>x</p>",',
    '"<p ",',
    '"datePublished":"2020-01-01",',
    '"pub_date" : "',
    '=>',
    '():',
  ],
];
const PAGE_DATA = [
  ...[
    '<div itemscope itemid=§>',
    '<p itemprop=a§>b§</p>',
    '<p about=§ property=§>',
    ' prefix="a§: b"',
    '<meta property=a§ content=b>',
    '<div itemscope itemref=a§ id=a§>',
  ],
  ...[
    '<meta name=author content="By A B">',
    '<meta property="og:title" content="',
    '<time datetime="2020-01-01">',
    '</time>',
  ],
  ...[
    '<div itemscope itemtype="http://schema.org/A">',
    '<span itemprop=name>',
    '<a itemprop=url href=x>',
    '</span>',
    '</div>',
  ],
  ...[
    '<div typeof="schema:A">',
    '<span property="schema:name">',
    ' prefix="a: http://b/"',
    ' vocab="http://schema.org/"',
  ],
  ...[
    '<div itemscope itemref="a b">',
    '<p id=a>',
    '<p id=b itemprop=x>',
    ' itemref=a',
    '<div class=byline>',
    'on 1 May 2020 ',
  ],
  ...[
    'by ',
    'Posted on ',
    'Published: ',
    '1 January 2020',
    '2020-01-01T00:00:00Z',
    'Jan. 1, ',
    '12/12/2012',
    '<link rel=license href=x>',
  ],
  ...[
    '<span class="date author">',
    'first  published',
    'last updated ',
    '— ',
    ', Monday ',
    ' • ',
    '<html itemscope>',
    '<p datatype="x" content="y">',
  ],
];
const TEXT = [
  ...['w§ ', 'W§ ', 'Word§ Word§. ', 'word-§ ', '§. ', 'a§b'],
  ...[
    'word ',
    'Word ',
    'NASA ',
    'A',
    'a',
    'AAAA',
    'bees ',
    'New York ',
    "don't ",
    "o'",
    '’s ',
    '-',
    'a-',
    'a.',
    'A.B. ',
    'Mr. ',
    '. ',
  ],
  ...[
    '! ',
    '? ',
    '... ',
    '; ',
    ': ',
    ', ',
    '" ',
    '“',
    '”',
    '(',
    ')',
    '[1] ',
    '/',
    '\\',
    '&',
    '@',
    '#',
    '1 ',
    '1,000 ',
    '3.5',
    '12-',
    '%',
  ],
  ...[
    '$5 ',
    'http://a.example/b ',
    'a@b.c ',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    ' ',
    '\u00A0',
    '\u3000',
    '\u200B',
    '\u00AD',
    '\u0301',
    '\u0316\u0301',
  ],
  ...[
    '\uFEFF',
    'é',
    'ß',
    'İ',
    'ж ',
    '日本語',
    '。',
    'العربية ',
    'ไทย',
    'हिन्दी ',
    '\u1100\u1161',
    '\uFF9E\u0301',
    '\u{1F600}',
    '\uD800',
    '\0',
  ],
  ...[
    'of the ',
    'and ',
    'the ',
    'very ',
    'of ',
    'is ',
    'queen bee ',
    'United States of America ',
    'President Obama ',
    'in Paris, ',
    'not ',
    'to ',
  ],
];
const JSON_LD = [
  ...['"http://a/§":1,', '{"@id":"http://a/§"},', '"a§":{', '{"@context":{"a§":"http://a/§"}},'],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '{"a":',
    '[[',
    '{"@id":"',
    '"@id":"http://a/b",',
    '{"@graph":[',
    '{"@list":[',
    '{"@set":[',
  ],
  ...[
    '{"@context":{"a":"http://b/"},',
    '{"@context":',
    '"@type":"http://a/T",',
    '{"http://a/p":',
    '"http://a/p":"x",',
    '\\u0041',
    '\\',
  ],
  ...[
    '{"@value":"x","@language":"en"},',
    '1',
    '-',
    '1e',
    'true,',
    'null,',
    ' ',
    '\n',
    '"@reverse":{',
    '"@nest":{',
    '"@included":[',
  ],
];
const TURTLE = [
  ...[
    '<a§> <b> <c> .\n',
    '<a> <b§> "c§" .\n',
    '@prefix a§: <http://a/§> .\n',
    '_:a§ <b> _:c§ .\n',
    '<a§> <b> [',
  ],
  ...[
    '<a> <b> <c> .\n',
    '<a> <b> "c" .\n',
    'a:b a:c a:d .\n',
    '@prefix a: <http://a/> .\n',
    '@base <http://a/> .\n',
    '_:a <b> _:c .\n',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    ';',
    ',',
    '.',
    '"',
    '"""',
    "'",
    "'''",
    '<',
    '>',
    '#',
    '\\',
    '\\"',
    '\\u0041',
    '@en',
    '^^<a>',
    '_:',
    ':',
    ' ',
    '\n',
  ],
  ...[
    '<a> <b> [',
    '<b> [',
    '<a> <b> (',
    '<a> <b> "',
    '<a> <b> """',
    '<a> <b> <',
    'true ',
    '1 ',
    '1.',
    'a ',
    '<< <a> <b> <c> >>',
    '<<',
    '{',
    '}',
    '=> ',
  ],
  ...[
    '<g> { <a> <b> <c> . }\n',
    'PREFIX a: <b>\n',
    '<a> <b> <c> <d> .\n',
    '<a> <b> "c"@en .\n',
    '"\n',
    "'\n",
    '<a>\n',
    'é',
    '\u{1F600}',
  ],
];
const XML = [
  ...[
    '<rdf:Description rdf:about="http://a/§">',
    '<a§>',
    ' a§="b"',
    ' xmlns:a§="b"',
    '<rdf:li rdf:ID="a§"/>',
  ],
  ...[
    '<rdf:Description rdf:about="http://a/b">',
    '</rdf:Description>',
    '<rdf:li>',
    '</rdf:li>',
    '<a:b xmlns:a="http://a/">',
    '</a:b>',
  ],
  ...[
    '<rdf:li rdf:parseType="Resource">',
    '<rdf:li rdf:parseType="Collection">',
    '<rdf:li rdf:parseType="Literal">',
    '<a>',
    '</a>',
    '<a/>',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?a',
    '?>',
    '<!DOCTYPE a [',
    '<!ENTITY a "',
    ']>',
    '&',
    '&amp;',
    '&#1;',
    '&a;',
    '"',
    "'",
    '<',
    '>',
  ],
  ...[
    '</',
    '/>',
    ' a="b"',
    ' xmlns:a="b"',
    ' a=',
    'text ',
    '\n',
    ' ',
    ' xml:lang="en"',
    ' rdf:ID="a"',
    ' rdf:nodeID="a"',
    '\n  <a>',
    '\n  </a>',
  ],
];
const SITEMAP = [
  ...['<url><loc>/§</loc></url>', 'http://a.example/§\n', '<a§>', ' a§="b"'],
  ...[
    '<url>',
    '</url>',
    '<loc>',
    '</loc>',
    '<loc>http://a.example/b</loc>',
    '<url><loc>/b</loc></url>',
    '<lastmod>2020</lastmod>',
  ],
  ...[
    '<item><link>http://a.example/b</link></item>',
    '<item>',
    '</item>',
    '<link href="http://a.example/b"/>',
    '<entry>',
    '</entry>',
  ],
  ...[
    '<sitemap><loc>http://a.example/b</loc></sitemap>',
    '<title>',
    '</title>',
    '<pubDate>',
    '<guid>',
    '<updated>',
    '<xhtml:link href="x"/>',
  ],
  ...[
    'http://a.example/b\n',
    'http://a.example/',
    '/b\n',
    'http:',
    '\n',
    '\r',
    ' ',
    '\t',
    '\uFEFF',
    '<',
    '>',
    '&',
    '&amp;',
    '&#1;',
    '<!--',
  ],
  ...[
    '-->',
    '<![CDATA[',
    ']]>',
    '<?xml',
    '?>',
    '<!DOCTYPE x [',
    '<!ENTITY a "',
    '{"items":[',
    '{"url":"http://a.example/b"},',
    '{',
    '[',
    ']',
    '}',
    '"',
  ],
  ...['\\', ' xmlns="a"', ' a="b"', '\u0000', 'é', '<a><b>', '{"a":', '"items":', '<?xml encoding='],
];
const ROBOTS = [
  ...['Disallow: /§*a\n', 'Disallow: /a§\n', 'Sitemap: /§\n', 'User-agent: a§\n'],
  ...[
    'User-agent: *\n',
    'User-agent: sfwc\n',
    'User-agent:',
    'Allow: /',
    'Disallow: /',
    'Disallow: /a\n',
    'Disallow: /*a',
    'Disallow: /a*b$\n',
  ],
  ...[
    'Allow: /*\n',
    '*',
    '$',
    '/',
    'a',
    '%',
    '%2',
    '%61',
    '%2F',
    '#',
    ':',
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\uFEFF',
    '\0',
    'Sitemap: http://a/b\n',
  ],
  ...[
    'Crawl-delay: 1\n',
    'Crawl-delay:',
    'Sitemap: ',
    'Dissallow /a b\n',
    '?',
    '&',
    'é',
    '**',
    '/*/',
    'Disallow: /*a*a*a*a*b$\n',
  ],
];
const HEADER = [
  ...['a§=b; ', '<a§>; rel=license, ', 'a§="b", '],
  ...[
    'text/html',
    ';',
    ' ',
    '\t',
    ',',
    '=',
    '"',
    "'",
    '\\',
    '\\"',
    'charset=',
    '; charset=',
    ';charset="',
    'utf-8',
    '<',
    '>',
    '<a>; rel=license',
    '; rel="',
  ],
  ...[
    'rel=',
    'license',
    '<a>; rel="license", ',
    'noindex',
    'sfwc: ',
    'none, ',
    ':',
    '/',
    'a',
    '1',
    '0;',
    'url=',
    '0; url=',
    'url',
    '.',
    'Digest ',
    'a="',
  ],
  ...[
    'realm="',
    'a=b, ',
    'a=b; ',
    'Path=/; ',
    'Domain=a; ',
    'Expires=Wed, 01 Jan 2020 00:00:00 GMT; ',
    'Max-Age=1',
    'max-snippet: 1',
    '-',
    '*',
    '%',
    'é',
    '?',
  ],
];
const ADDRESS = [
  ...['&a§=b', '/a§', ';a§=b', 'a§.'],
  ...[
    '/',
    'a',
    '/a',
    '/a/b',
    '../',
    './',
    '%',
    '%2e%2e/',
    '%41',
    '?',
    '?a=b',
    '&',
    '&a=b',
    '&utm_source=x',
    '=',
    '#',
    ':',
    '@',
    ';',
    ';jsessionid=ABC123DEF456',
  ],
  ...[
    '//',
    '\\',
    '.',
    'a.',
    ' ',
    '\t',
    '\n',
    'é',
    '日',
    '\u{1F600}',
    '*',
    '+',
    '-',
    '_',
    '0',
    '/2020/01/01',
    '|',
    '[',
    ']',
    '"',
    '<',
    '^',
    '`',
    '~',
    'xn--',
  ],
];
const TABLE = [
  ...['c§,', '§,"a b"\n'],
  ...[
    'id,text\n',
    'a,b\n',
    ',',
    ';',
    '\t',
    '"',
    '""',
    '"a',
    'a"',
    'x","',
    '\n',
    '\r',
    '\r\n',
    'x","\n',
    '"\n',
    '""\n',
    '"a,b"\n',
    '"a\nb",c\n',
    ' ',
    'é',
    '\0',
    '\\',
  ],
];
const LINES = [
  '{"id":"§","text":"a b c"}\n',
  '"a§":1,',
  '{"text":"a b c"}\n',
  '{"text":"',
  '"}\n',
  '{',
  '}',
  '[',
  ']',
  '\n',
  '\r',
  '"',
  '\\',
  ',',
  ':',
  '{"a":',
  '{"text":1}\n',
  'null\n',
  ' ',
  '\uFEFF',
  '\0',
  'é',
];
const MARKDOWN = [
  ...['[a§]: b\n', '[a§]', '# a§\n', '[^a§]'],
  ...[
    '# ',
    '## a\n',
    '- ',
    '1. ',
    '> ',
    '>',
    '*',
    '**',
    '_',
    '__',
    '*a ',
    '_a',
    '`',
    '```\n',
    '~~~',
    '~',
    '[',
    ']',
    '[a](b)',
    '[a](',
    '![',
    '](',
    '[a]: b\n',
    '[a]',
  ],
  ...[
    '<',
    '>',
    '<a',
    '<!--',
    '-->',
    '<div>',
    '|',
    '| a | b |\n',
    '|-|-|\n',
    '---\n',
    '===\n',
    '\n',
    '\n\n',
    '    ',
    '\t',
    ' ',
    '\\',
    '&',
    '&amp;',
    'http://a.b',
    'a@b.c',
  ],
  ...[
    'www.',
    'a',
    '(',
    ')',
    '"',
    '~~',
    '<http:',
    '- [ ] ',
    '* a\n  ',
    '![a](b "c',
    '---\na: ',
    '- - ',
    '!',
    '[[',
    '**a*',
    'a**b',
  ],
];
const WIKITEXT = [
  ...['[[Category:A§]]', '== a§ ==\n'],
  ...[
    '[[',
    ']]',
    '[[a|b]]',
    '[[Category:A]]',
    '[[:Category:A',
    '{{',
    '}}',
    '{{a|b=c}}',
    '|',
    '{|',
    '|}',
    '|-\n',
    '! a\n',
    "''",
    "'''",
    '== a ==\n',
    '==',
    '=',
    '<ref>',
  ],
  ...[
    '</ref>',
    '<ref name=a/>',
    '<!--',
    '-->',
    '<nowiki>',
    '</nowiki>',
    '<',
    '>',
    '* ',
    '# ',
    ': ',
    '; ',
    '\n',
    '\n\n',
    ' ',
    '. ',
    'a',
    '[http://a b]',
    '[',
    ']',
    '#REDIRECT [[',
    '&nbsp;',
  ],
];
const EXPORT = [
  ...[
    '<page>',
    '</page>',
    '<title>A</title>',
    '<text>',
    '</text>',
    '<revision>',
    '</revision>',
    '<ns>0</ns>',
    '<redirect title="x"/>',
    '<siteinfo>',
    '<namespace key="14">',
  ],
  ...[
    '<page><title>A</title><ns>0</ns><revision><text>[[Category:A]] word</text></revision></page>',
    '<',
    '>',
    '&',
    '&amp;',
    '<!--',
    '<![CDATA[',
    '#REDIRECT [[',
    ' ',
    '\n',
    '[[',
    '"',
  ],
];
const WARC = [
  ...['a§: b\r\n'],
  ...[
    'WARC/1.1\r\n',
    'WARC-Type: response\r\n',
    'Content-Length: 10\r\n',
    'Content-Length: 0\r\n\r\n\r\n\r\n',
    '\r\n',
    '\r\n\r\n',
    '\n',
    ':',
    ' ',
    'a: b\r\n',
  ],
  ...[
    'WARC-Target-URI: http://a.example/\r\n',
    'WARC-Date: 2020-01-01T00:00:00Z\r\n',
    'HTTP/1.1 200 OK\r\n',
    'Content-Type: text/html\r\n',
    '0\r\n',
    '\0',
    'a',
    '=',
    ' b\r\n',
  ],
  'WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n<p>x\r\n\r\n',
];
const CDX = [
  ...['com,a)/ 2020010100§ {"url":"http://a/§"}\n'],
  ...[
    '["a","b"],',
    '[["urlkey","timestamp"],',
    '{"url":"http://a/"}\n',
    'com,example)/ 20200101000000 {"url":"http://a/"}\n',
    ' CDX N b a m s k r M S V g\n',
    'a,b)/ ',
    '20200101000000 ',
  ],
  ...[
    'com,a)/ 20200101000000 http://a/ text/html 200 AAAA - - 1 2 a.gz\n',
    '\n',
    ' ',
    '[',
    ']',
    '{',
    '}',
    '"',
    ',',
    '\\',
    'http://a/ ',
    '{"a":',
    '%',
    '-',
  ],
];
const SPARQL = [
  ...['?a§ ', 'a§:b '],
  ...[
    'SELECT * WHERE {',
    '}',
    '{',
    '?a ?b ?c . ',
    '?a',
    '<',
    '>',
    '<a>',
    '"',
    '"""',
    "'",
    "'''",
    '#',
    '\n',
    ' ',
    '\\',
    ':',
    'a:b',
    'a.',
    '(',
    ')',
    '[',
    ']',
    'FILTER(',
    'OPTIONAL {',
  ],
  ...[
    'UNION',
    'VALUES ?a {',
    'LIMIT 1',
    '.',
    ';',
    ',',
    '-',
    '\uFEFF',
    '_:a',
    '@en',
    '^^',
    '/',
    '|',
    '*',
    'PREFIX a: <b>\n',
    'CONSTRUCT {',
    '%41',
    'é',
  ],
];

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

async function vocabularyReader(ending) {
  const { readRdf } = await from('extensions/vocabulary/rdf/read-rdf');
  return ofFile(ending, (file) => drain(readRdf(file, () => undefined)));
}

async function dumpReader(ending) {
  const { readDump } = await from('extensions/label-index/dumps/dumps');
  return ofFile(
    ending,
    quietly((file) => readDump(file, { onFact: () => undefined, onProblem: () => undefined })),
  );
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
  page: { fragments: HTML, open: () => pageReader({ tagPaths: true }) },
  'page, its main part': {
    fragments: HTML,
    before: `<html><body><h1>Title</h1><p>${'A sentence of some words that is read. '.repeat(20)}</p>`,
    open: () => pageReader({ crawler: 'sfwc' }),
  },
  'page, exactly': { fragments: HTML, open: () => pageReader({ exact: true }) },
  'page without a type': {
    fragments: HTML,
    async open() {
      const { beginsAsHtml, isHtml } = await from('support/text/content-type');
      const { isMarkup } = await from('web/page/page-of-bytes');
      return (text) => [beginsAsHtml(text), isMarkup(text), isHtml(response({}, text))];
    },
  },
  'scripts of a page': {
    fragments: SCRIPTS,
    before: '<title>Pump</title><div id=root></div><script src=x></script><script>',
    after: '</script>',
    open: () => pageReader({}),
  },
  'JSON in a page': {
    fragments: [...SCRIPTS, ...JSON_LD],
    before: '<title>Pump</title><div id=root></div><script src=x></script><script type=application/json>',
    after: '</script>',
    open: () => pageReader({}),
  },
  'what a page says of itself': {
    fragments: [...PAGE_DATA, ...HTML],
    async open() {
      const { metadataOfPage } = await from('extensions/page-data/page-reading');
      return (text) => metadataOfPage(EVENT, Buffer.from(text));
    },
  },
  'statements of a page': {
    fragments: [...PAGE_DATA, ...HTML],
    before: '<html><body><div itemscope><p property=a>',
    async open() {
      const { readPage } = await from('extensions/page-data/page-reading');
      return (text) => readPage(EVENT, Buffer.from(text), 'c');
    },
  },
  'JSON-LD of a page': {
    fragments: [...SCRIPTS, ...JSON_LD],
    before: '<script type=application/ld+json>',
    after: '</script>',
    async open() {
      const { readPage } = await from('extensions/page-data/page-reading');
      return (text) => readPage(EVENT, Buffer.from(text), 'c');
    },
  },
  'refresh of a page': {
    fragments: [...HTML, '<meta http-equiv=refresh content="0;url=javascript:', '0', '; ', 'url='],
    before: '<html><!-- refresh -->',
    async open() {
      const { refreshTarget } = await from('web/http/page-refresh');
      return (text) => refreshTarget(response({ 'content-type': 'text/html' }, text));
    },
  },
  'sign-in page': {
    fragments: [...HTML, '<input type=', '<input type=password', 'log out', '<input a'],
    async open() {
      const { isSignInPage } = await from('extensions/sign-in/sign-in-page');
      return (text) => isSignInPage(response({ 'content-type': 'text/html' }, text));
    },
  },
  'Markdown of a page': {
    fragments: HTML,
    before: `<html><body><p>${'A sentence of some words that is read. '.repeat(20)}</p>`,
    async open() {
      const { markdownSections } = await from('extensions/publish/collection/markdown');
      return (text) => markdownSections(Buffer.from(text), URL_OF_PAGE, 'text/html');
    },
  },
  'tables of a page': {
    fragments: [
      ...tags('table tr td th caption thead'),
      '<td colspan=100>',
      '<td rowspan=100>',
      '<table><tr><th>a<th>b<tr><td>c<td>d</table>',
      'a',
      '<td>x',
    ],
    async open() {
      const { tablesOf } = await from('extensions/publish/collection/page-tables');
      return (text) => [...tablesOf(Buffer.from(text), 'text/html', () => undefined)];
    },
  },
  'HTML of a corpus': {
    fragments: HTML,
    async open() {
      const { readHtml } = await from('language/corpus/documents/html-format');
      return quietly((text) => readHtml(Buffer.from(text)));
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
      const { tidyText } = await from('language/corpus/plain');
      const { joinWrappedLines } = await from('language/text/paragraphs');
      return quietly((text) => [tidyText(text), joinWrappedLines(text), readPlainText(Buffer.from(text))]);
    },
  },
  CSV: {
    fragments: TABLE,
    before: 'id,text\n',
    open: () => corpusReader('extensions/records/delimited', 'createDelimitedReader', '.csv'),
  },
  TSV: {
    fragments: TABLE,
    before: 'id\ttext\n',
    open: () => corpusReader('extensions/records/delimited', 'createDelimitedReader', '.tsv'),
  },
  'JSON lines': {
    fragments: LINES,
    open: () => corpusReader('extensions/records/json-lines', 'createJsonLinesReader', '.jsonl'),
  },
  'robots.txt': {
    fragments: ROBOTS,
    before: 'User-agent: *\n',
    async open() {
      const { parseRobotsTxt } = await from('crawling/politeness/robots-txt');
      const { decidingRule } = await from('crawling/politeness/robots-rules');
      return (text) => {
        const { rules } = parseRobotsTxt(Buffer.from(text), 'http://a.example/robots.txt', 'sfwc');
        return decidingRule(rules, `http://a.example/${'a'.repeat(500)}?${'a=/&'.repeat(50)}`);
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
  'sitemap of XML': {
    fragments: SITEMAP,
    before: '<?xml version="1.0"?><urlset>',
    async open() {
      const { readSitemap } = await from('crawling/sitemaps/sitemap-file');
      return (text) => drain(readSitemap(Buffer.from(text), 'http://a.example/', () => undefined));
    },
  },
  'sitemap, packed': {
    fragments: SITEMAP,
    async open() {
      const { readSitemap } = await from('crawling/sitemaps/sitemap-file');
      return (text) => drain(readSitemap(gzipSync(text), 'http://a.example/', () => undefined));
    },
  },
  'Turtle of a vocabulary': { fragments: TURTLE, open: () => vocabularyReader('.ttl') },
  'N-Triples of a vocabulary': { fragments: TURTLE, open: () => vocabularyReader('.nt') },
  'RDF/XML of a vocabulary': {
    fragments: XML,
    before: '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    open: () => vocabularyReader('.rdf'),
  },
  'XML of a vocabulary': { fragments: XML, open: () => vocabularyReader('.rdf') },
  'JSON-LD of a vocabulary': { fragments: JSON_LD, open: () => vocabularyReader('.jsonld') },
  'SKOS of a vocabulary': {
    fragments: [
      '<a> <http://www.w3.org/2004/02/skos/core#broader> <b> .\n',
      '<a> <http://www.w3.org/2004/02/skos/core#prefLabel> "a (b)"@en .\n',
      ...TURTLE,
    ],
    async open() {
      const { readRdf } = await from('extensions/vocabulary/rdf/read-rdf');
      return ofFile('.nt', (file) => drain(readRdf(file, () => undefined)));
    },
  },
  'Turtle of a knowledge base': { fragments: TURTLE, open: () => oxigraphReader('.ttl') },
  'TriG of a knowledge base': { fragments: TURTLE, open: () => oxigraphReader('.trig') },
  'N-Quads of a knowledge base': { fragments: TURTLE, open: () => oxigraphReader('.nq') },
  'RDF/XML of a knowledge base': { fragments: XML, open: () => oxigraphReader('.rdf') },
  'JSON-LD of a knowledge base': { fragments: JSON_LD, open: () => oxigraphReader('.jsonld') },
  'Turtle of a dump': { fragments: TURTLE, open: () => dumpReader('.ttl') },
  'N-Triples of a dump': { fragments: TURTLE, open: () => dumpReader('.nt') },
  'Wikidata dump': {
    fragments: [...JSON_LD, '{"id":"Q1","labels":{"en":{"language":"en","value":"a"}}},\n'],
    before: '[\n',
    open: () => dumpReader('.json'),
  },
  'N-Quads of a served dataset': {
    fragments: TURTLE,
    async open() {
      const { notingGraphs } = await from('extensions/server/datasets/graph-files');
      const { skolemised } = await from('knowledge/formats/skolem');
      return (text) => [
        skolemised(text, 'o'),
        drain(
          notingGraphs(
            'f',
            (async function* () {
              yield text;
            })(),
            new Set(),
          ),
        ),
      ];
    },
  },
  'heads of responses': {
    fragments: HEADER,
    async open() {
      const { decodeHtml } = await from('web/page/charset');
      const { mediaType } = await from('support/text/content-type');
      const { readRobotsTag } = await from('web/page/robots-tag');
      const { withHeaders } = await from('web/page/rights-headers');
      const { readRefresh } = await from('web/http/declarative-refresh');
      const { digestChallenge } = await from('extensions/endpoint/digest-auth');
      const { Cookie } = await import('tough-cookie');
      return (text) => [
        ...[
          decodeHtml(Buffer.from('x'), text),
          mediaType(response({ 'content-type': text })),
          readRobotsTag(text, 'sfwc'),
        ],
        ...[
          withHeaders({}, { link: text, 'tdm-policy': text }, URL_OF_PAGE, []),
          readRefresh(text, URL_OF_PAGE, URL_OF_PAGE),
        ],
        ...[digestChallenge(`Digest ${text}`), Cookie.parse(text)],
      ];
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
      const { looksLikeTrap, formOf } = await from('crawling/pages/traps');
      const { urlPattern } = await from('crawling/urls/url-patterns');
      const { parseUrl } = await from('support/parse-url');
      const fits = [urlPattern('*a*b*'), urlPattern('/(a|b)*c/')];
      const rules = { keepParameters: false, sortQueries: true, maxLength: 10_000_000 };
      return (text) => [
        normaliseUrl(text, rules),
        parseUrl(text),
        looksLikeTrap(text),
        formOf(text),
        registeredDomain(text),
        fits.map((fit) => fit(text)),
      ];
    },
  },
  hosts: {
    fragments: ADDRESS,
    before: 'http://',
    async open() {
      const { normaliseUrl } = await from('crawling/urls/urls');
      const { webAddress } = await from('web/page/links');
      return (text) => [normaliseUrl(text), webAddress(text, URL_OF_PAGE)];
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
      const { createWordReader } = await from('language/text/words');
      const { simHash, sketchOf, wordsOf } = await from('support/text/text-sketch');
      const { isSoft404 } = await from('crawling/pages/soft-404');
      const { judgedText } = await from('judging/topic/judged-text');
      const words = ['en', 'de'].map((language) => createWordReader(language));
      return (text) => [
        words.map((read) => read(text)),
        simHash(wordsOf(text)),
        sketchOf({ title: text, headline: text, text, blocks: [] }),
        isSoft404({ title: text, headline: text, text }),
        judgedText({ title: '', text, url: URL_OF_PAGE }),
      ];
    },
  },
  'nouns of a text by a lexicon': {
    fragments: TEXT,
    async open() {
      const { createLexiconMaker, countWordsOf } = await from('language/text/lexicon');
      const { createLexicalAnnotator } = await from('language/text/lexical-annotator');
      const { openLemmatizer } = await from('judging/judge/english');
      const counts = new Map();
      const text = 'The bees of the hive make honey. ';
      const noun = (begin, end) => ({
        kind: 'word',
        surface: text.slice(begin, end),
        lemma: text.slice(begin, end),
        tag: 'NN',
        entityClass: 'other',
        begin,
        end,
      });
      countWordsOf(
        {
          text,
          nouns: [noun(4, 8), noun(16, 20), noun(26, 31)],
          mentions: [
            [4, 8, 0],
            [16, 20, 1],
            [26, 31, 2],
          ],
        },
        counts,
      );
      const annotator = createLexicalAnnotator(createLexiconMaker([counts])(), openLemmatizer());
      return (read) => annotator.annotate(read);
    },
  },
  'nouns and links of a text': {
    fragments: TEXT,
    async open() {
      const { createTextReader } = await from('judging/judge/text-reading');
      const { openWordNet } = await from('language/wordnet/wordnet');
      const { NO_PLUGINS } = await from('judging/plugins/registry');
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
      return (text) => read(text, {});
    },
  },
  'nouns of a German text': {
    fragments: TEXT,
    async open() {
      const { openNounAnnotator } = await from('extensions/languages/open-annotator');
      const annotator = await openNounAnnotator('de', 'de');
      return (text) => annotator.annotate(text);
    },
  },
  'sentences of a text': {
    fragments: TEXT,
    async open() {
      const { passagesOf } = await from('extensions/search/passages');
      const { splitLongSentence } = await from('language/text/long-sentences');
      const { contextOf } = await from('support/text/context-of');
      const { writtenLinks } = await from('extensions/documents/document-content');
      return (text) => [
        passagesOf?.(text),
        splitLongSentence(text),
        contextOf(text, 'queen bee'),
        writtenLinks(text),
      ];
    },
  },
  WARC: {
    fragments: WARC,
    before: 'WARC/1.1\r\n',
    async open() {
      const { indexArchive } = await from('web/archive/cdxj');
      const { capturesOf } = await from('extensions/webs/warc-index');
      return ofFile(
        '.warc',
        quietly(async (file) => {
          await drain(capturesOf(file, { onProblem: () => undefined, onSkipped: () => undefined }));
          await indexArchive(file);
        }),
      );
    },
  },
  'heads in a WARC': {
    fragments: [...HEADER, '\r\n', 'a: b\r\n', ' b\r\n', '\r\n\r\n'],
    async open() {
      const { storedPages } = await from('language/corpus/stored-pages');
      return ofFile('.warc', async (file) => {
        const { readFileSync } = await import('node:fs');
        const body = Buffer.concat([
          Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'),
          readFileSync(file),
          Buffer.from('\r\n\r\n<p>x'),
        ]);
        const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${body.length}\r\n\r\n`;
        writeFileSync(file, Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n\r\n')]));
        await drain(storedPages([file], { kinds: [] }));
      });
    },
  },
  CDX: {
    fragments: CDX,
    async open() {
      const { readCdx, readCollections, readPageCount } = await from('web/archive/cdx-answers');
      const { readCdxLine } = await from('web/archive/cdxj');
      return quietly((text) => [
        readCdx(text),
        readCdxLine(text),
        quietly(readCollections)(text),
        quietly(readPageCount)(text),
      ]);
    },
  },
  'body of a response': {
    fragments: ['a', '\0', 'ab', '<p>'],
    async open() {
      const { readEncodedBody } = await from('web/http/read-body');
      const { Readable } = await import('node:stream');
      const limit = { maxBytes: 10_000_000 };
      return quietly((text) =>
        Promise.all(
          [gzipSync(text), brotliCompressSync(text, { params: {} })].map((bytes, at) =>
            readEncodedBody(Readable.from([bytes]), ['gzip', 'br'][at], limit, URL_OF_PAGE),
          ),
        ),
      );
    },
  },
  'wiki export': {
    fragments: EXPORT,
    before:
      '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/"><siteinfo><namespaces><namespace key="14">Category</namespace></namespaces></siteinfo>',
    async open() {
      const { readExport } = await from('extensions/wikipedia/mediawiki/export-pages');
      return (text) =>
        drain(
          readExport(
            (async function* () {
              for (let at = 0; at < text.length; at += 65_536) yield Buffer.from(text.slice(at, at + 65_536));
            })(),
            10_000_000,
          ),
        );
    },
  },
  'categories of wikitext': {
    fragments: WIKITEXT,
    async open() {
      const { categoriesInWikitext } = await from('extensions/wikipedia/mediawiki/wikitext');
      const { extractToText } = await from('extensions/wikipedia/mediawiki/article-sections');
      return (text) => [
        categoriesInWikitext(text, {
          namespaces: new Map([[14, ['Category']]]),
          capitalised: true,
          category: ['Category'],
        }),
        extractToText(text),
      ];
    },
  },
  'XML of a document': {
    fragments: XML,
    before: '<a xmlns:rdf="r">',
    async open() {
      const { readXml } = await from('language/corpus/documents/xml');
      return quietly((text) => readXml(text));
    },
  },
  'answers of a search engine': {
    fragments: [...SITEMAP, ...JSON_LD],
    async open() {
      const { hitsOfFeed } = await from('extensions/discover/search/feed-hits');
      return quietly((text) => hitsOfFeed(text));
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
  'linguistic corpus': {
    fragments: TEXT,
    async open() {
      const module = await from('extensions/linguistics/other-words');
      const [split] = Object.values(module);
      return quietly((text) => split('de')(text));
    },
  },
};
