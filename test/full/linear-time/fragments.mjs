/**
 * Pieces of which texts from outside are made, and at which a reader may stumble: `§` stands for another number each time.
 * A list is written as lines of fragments with `¦` between them, escaped as in JSON but for quotation marks.
 */

function fragments({ raw: [written] }) {
  return written
    .trim()
    .split(/[¦\n]/)
    .map((fragment) => JSON.parse(`"${fragment.replaceAll('"', String.raw`\"`)}"`));
}

export const HTML = fragments`
<a href=/§>t</a>¦<a href=/§>¦<p id=a§>¦<p class=a§>¦ a§=b¦<x§>¦w§ ¦<meta name=a§ content=b>
<link rel=alternate type=application/rss+xml href=/§>¦<p>Word§ word.¦<p>¦</p>¦<div>¦</div>¦<b>¦</b>¦<a>
</a>¦<i>¦</i>¦<table>¦</table>¦<tr>¦</tr>¦<td>¦</td>¦<li>¦</li>¦<ul>¦</ul>¦<select>¦</select>¦<option>
</option>¦<button>¦</button>¦<form>¦</form>¦<svg>¦</svg>¦<math>¦</math>¦<template>¦</template>¦<title>
</title>¦<script>¦</script>¦<style>¦</style>¦<textarea>¦</textarea>¦<noscript>¦</noscript>¦<iframe>
</iframe>¦<h1>¦</h1>¦<h2>¦</h2>¦<pre>¦</pre>¦<code>¦</code>¦<dl>¦</dl>¦<dd>¦</dd>¦<ruby>¦</ruby>¦<rt>
</rt>¦<head>¦</head>¦<body>¦</body>¦<html>¦</html>¦<frameset>¦</frameset>¦<frame>¦</frame>¦<font>¦</font>
<nobr>¦</nobr>¦<article>¦</article>¦<nav>¦</nav>¦<object>¦</object>¦<a href=x>¦<a href=/x>t</a>
<a href=x rel="a b c">¦<base href=/x/>¦<br>¦<hr>¦<img alt=x>¦<meta name=robots content=noindex>
<meta charset=x>¦<link rel=canonical href=x>¦<link rel=¦<input>¦<!--¦-->¦<!---->¦<!-¦<!DOCTYPE¦<![CDATA[
]]>¦<?xml¦<?¦<%¦</¦<¦>¦/>¦&¦&amp;¦&#¦&#x¦&#1¦&#x1F600;¦&not¦&notit;¦"¦'¦=¦ ¦\n¦\t¦\r¦\f¦\u0000¦ a=b¦ a
\u0020class="x y-z"¦ id=a¦ style="display:none¦ hidden¦<p class=¦<p class="nav ">¦\u00ad¦\u200b¦\u0301
\u0316\u0301¦\ufeff¦é¦ж¦日本¦😀¦\ud800¦word ¦A¦a¦{{¦}}¦{{x}}¦. ¦! ¦| ¦- ¦(¦)¦[¦]¦{¦}¦\\¦//¦/*¦*/¦\u0060¦$¦0
<template shadowrootmode=open>¦<div role=main>¦<main><article>¦<div hidden>¦<p><a href=x>t</a>\u0020
<table><td>¦<b><p>¦<a><p>¦<select><a>¦<table><b>¦<p><table>¦<svg><title>¦<math><mi>
<frameset><frame src=x>¦<frame src=a src=¦<noscript>java script <¦<div id=root>¦<script src=x>
<span role=link data-href=/x>¦<div class=cookie-wall>¦<div class=infinite-scroll>¦<x-y>
`;

export const SCRIPTS = fragments`
"k§":1,¦{"text":"word word word §"},¦{"url":"/§"},¦;__A§ = {¦"k§":{¦<script>¦</script>
<script type=application/json>¦<script type=application/ld+json>¦<script id=__NEXT_DATA__>¦__A__={¦ __A=[
;__aState = "¦window.__STATE__=¦JSON.parse("¦initialState=¦{"a":¦[{¦{"text":"¦"¦\\"¦\\\\¦{¦}¦[¦]¦,¦:¦//
/*¦*/¦<!--¦-->¦]]>¦\t¦ ¦;¦"@graph":[¦{"@type":"Article","text":"word word word"},
{"@context":"http://schema.org","@id":"x","name":"y"}¦{"@type":["¦{"url":"/x","title":"t t"},¦"<p>x</p>",
"<p ",¦"datePublished":"2020-01-01",¦"pub_date" : "¦=>¦():
`;

export const PAGE_DATA = fragments`
<div itemscope itemid=§>¦<p itemprop=a§>b§</p>¦<p about=§ property=§>¦ prefix="a§: b"
<meta property=a§ content=b>¦<div itemscope itemref=a§ id=a§>¦<meta name=author content="By A B">
<meta property="og:title" content="¦<time datetime="2020-01-01">¦</time>
<div itemscope itemtype="http://schema.org/A">¦<span itemprop=name>¦<a itemprop=url href=x>¦</span>
</div>¦<div typeof="schema:A">¦<span property="schema:name">¦ prefix="a: http://b/"
\u0020vocab="http://schema.org/"¦<div itemscope itemref="a b">¦<p id=a>¦<p id=b itemprop=x>¦ itemref=a
<div class=byline>¦on 1 May 2020 ¦by ¦Posted on ¦Published: ¦1 January 2020¦2020-01-01T00:00:00Z¦Jan. 1,\u0020
12/12/2012¦<link rel=license href=x>¦<span class="date author">¦first  published¦last updated ¦—\u0020
, Monday ¦ • ¦<html itemscope>¦<p datatype="x" content="y">
`;

export const TEXT = fragments`
w§ ¦W§ ¦Word§ Word§. ¦word-§ ¦§. ¦a§b¦word ¦Word ¦NASA ¦A¦a¦AAAA¦bees ¦New York ¦don't ¦o'¦’s ¦-¦a-¦a.
A.B. ¦Mr. ¦. ¦! ¦? ¦... ¦; ¦: ¦, ¦" ¦“¦”¦(¦)¦[1] ¦/¦\\¦&¦@¦#¦1 ¦1,000 ¦3.5¦12-¦%¦$5 ¦http://a.example/b\u0020
a@b.c ¦\n¦\n\n¦\r\n¦\t¦ ¦\u00a0¦\u3000¦\u200b¦\u00ad¦\u0301¦\u0316\u0301¦\ufeff¦é¦ß¦İ¦ж ¦日本語¦。¦العربية\u0020
ไทย¦हिन्दी ¦가¦\uff9e\u0301¦😀¦\ud800¦\u0000¦of the ¦and ¦the ¦very ¦of ¦is ¦queen bee\u0020
United States of America ¦President Obama ¦in Paris, ¦not ¦to\u0020
`;

export const JSON_LD = fragments`
"http://a/§":1,¦{"@id":"http://a/§"},¦"a§":{¦{"@context":{"a§":"http://a/§"}},¦{¦}¦[¦]¦"¦,¦:¦{"a":¦[[
{"@id":"¦"@id":"http://a/b",¦{"@graph":[¦{"@list":[¦{"@set":[¦{"@context":{"a":"http://b/"},¦{"@context":
"@type":"http://a/T",¦{"http://a/p":¦"http://a/p":"x",¦\\u0041¦\\¦{"@value":"x","@language":"en"},¦1¦-¦1e
true,¦null,¦ ¦\n¦"@reverse":{¦"@nest":{¦"@included":[
`;

export const TURTLE = fragments`
<a§> <b> <c> .\n¦<a> <b§> "c§" .\n¦@prefix a§: <http://a/§> .\n¦_:a§ <b> _:c§ .\n¦<a§> <b> [
<a> <b> <c> .\n¦<a> <b> "c" .\n¦a:b a:c a:d .\n¦@prefix a: <http://a/> .\n¦@base <http://a/> .\n
_:a <b> _:c .\n¦[¦]¦(¦)¦;¦,¦.¦"¦"""¦'¦'''¦<¦>¦#¦\\¦\\"¦\\u0041¦@en¦^^<a>¦_:¦:¦ ¦\n¦<a> <b> [¦<b> [
<a> <b> (¦<a> <b> "¦<a> <b> """¦<a> <b> <¦true ¦1 ¦1.¦a ¦<< <a> <b> <c> >>¦<<¦{¦}¦=>\u0020
<g> { <a> <b> <c> . }\n¦PREFIX a: <b>\n¦<a> <b> <c> <d> .\n¦<a> <b> "c"@en .\n¦"\n¦'\n¦<a>\n¦é¦😀
`;

export const XML = fragments`
<rdf:Description rdf:about="http://a/§">¦<a§>¦ a§="b"¦ xmlns:a§="b"¦<rdf:li rdf:ID="a§"/>
<rdf:Description rdf:about="http://a/b">¦</rdf:Description>¦<rdf:li>¦</rdf:li>¦<a:b xmlns:a="http://a/">
</a:b>¦<rdf:li rdf:parseType="Resource">¦<rdf:li rdf:parseType="Collection">
<rdf:li rdf:parseType="Literal">¦<a>¦</a>¦<a/>¦<!--¦-->¦<![CDATA[¦]]>¦<?a¦?>¦<!DOCTYPE a [¦<!ENTITY a "
]>¦&¦&amp;¦&#1;¦&a;¦"¦'¦<¦>¦</¦/>¦ a="b"¦ xmlns:a="b"¦ a=¦text ¦\n¦ ¦ xml:lang="en"¦ rdf:ID="a"
\u0020rdf:nodeID="a"¦\n  <a>¦\n  </a>
`;

export const SITEMAP = fragments`
<url><loc>/§</loc></url>¦http://a.example/§\n¦<a§>¦ a§="b"¦<url>¦</url>¦<loc>¦</loc>
<loc>http://a.example/b</loc>¦<url><loc>/b</loc></url>¦<lastmod>2020</lastmod>
<item><link>http://a.example/b</link></item>¦<item>¦</item>¦<link href="http://a.example/b"/>¦<entry>
</entry>¦<sitemap><loc>http://a.example/b</loc></sitemap>¦<title>¦</title>¦<pubDate>¦<guid>¦<updated>
<xhtml:link href="x"/>¦http://a.example/b\n¦http://a.example/¦/b\n¦http:¦\n¦\r¦ ¦\t¦\ufeff¦<¦>¦&¦&amp;
&#1;¦<!--¦-->¦<![CDATA[¦]]>¦<?xml¦?>¦<!DOCTYPE x [¦<!ENTITY a "¦{"items":[¦{"url":"http://a.example/b"},
{¦[¦]¦}¦"¦\\¦ xmlns="a"¦ a="b"¦\u0000¦é¦<a><b>¦{"a":¦"items":¦<?xml encoding=
`;

export const ROBOTS = fragments`
Disallow: /§*a\n¦Disallow: /a§\n¦Sitemap: /§\n¦User-agent: a§\n¦User-agent: *\n¦User-agent: sfwc\n
User-agent:¦Allow: /¦Disallow: /¦Disallow: /a\n¦Disallow: /*a¦Disallow: /a*b$\n¦Allow: /*\n¦*¦$¦/¦a¦%¦%2
%61¦%2F¦#¦:¦ ¦\t¦\n¦\r¦\r\n¦\ufeff¦\u0000¦Sitemap: http://a/b\n¦Crawl-delay: 1\n¦Crawl-delay:¦Sitemap:\u0020
Dissallow /a b\n¦?¦&¦é¦**¦/*/¦Disallow: /*a*a*a*a*b$\n¦Content-Usage: a§=y\n¦Content-Usage: /a§ b=n\n¦Content-Signal: a=yes,
`;

export const HEADER = fragments`
a§=b; ¦<a§>; rel=license, ¦a§="b", ¦text/html¦;¦ ¦\t¦,¦=¦"¦'¦\\¦\\"¦charset=¦; charset=¦;charset="¦utf-8
<¦>¦<a>; rel=license¦; rel="¦rel=¦license¦<a>; rel="license", ¦noindex¦sfwc: ¦none, ¦:¦/¦a¦1¦0;¦url=
0; url=¦url¦.¦Digest ¦a="¦realm="¦a=b, ¦a=b; ¦Path=/; ¦Domain=a; ¦Expires=Wed, 01 Jan 2020 00:00:00 GMT;\u0020
Max-Age=1¦max-snippet: 1¦-¦*¦%¦é¦?
`;

export const ADDRESS = fragments`
&a§=b¦/a§¦;a§=b¦a§.¦/¦a¦/a¦/a/b¦../¦./¦%¦%2e%2e/¦%41¦?¦?a=b¦&¦&a=b¦&utm_source=x¦=¦#¦:¦@¦;
;jsessionid=ABC123DEF456¦//¦\\¦.¦a.¦ ¦\t¦\n¦é¦日¦😀¦*¦+¦-¦_¦0¦/2020/01/01¦|¦[¦]¦"¦<¦^¦\u0060¦~¦xn--
`;

export const TABLE = fragments`
c§,¦§,"a b"\n¦id,text\n¦a,b\n¦,¦;¦\t¦"¦""¦"a¦a"¦x","¦\n¦\r¦\r\n¦x","\n¦"\n¦""\n¦"a,b"\n¦"a\nb",c\n¦ ¦é
\u0000¦\\
`;

export const LINES = fragments`
{"id":"§","text":"a b c"}\n¦"a§":1,¦{"text":"a b c"}\n¦{"text":"¦"}\n¦{¦}¦[¦]¦\n¦\r¦"¦\\¦,¦:¦{"a":
{"text":1}\n¦null\n¦ ¦\ufeff¦\u0000¦é
`;

export const MARKDOWN = fragments`
[a§]: b\n¦[a§]¦# a§\n¦[^a§]¦# ¦## a\n¦- ¦1. ¦> ¦>¦*¦**¦_¦__¦*a ¦_a¦\u0060¦\u0060\u0060\u0060\n¦~~~¦~¦[¦]
[a](b)¦[a](¦![¦](¦[a]: b\n¦[a]¦<¦>¦<a¦<!--¦-->¦<div>¦|¦| a | b |\n¦|-|-|\n¦---\n¦===\n¦\n¦\n\n¦    ¦\t¦\u0020
\\¦&¦&amp;¦http://a.b¦a@b.c¦www.¦a¦(¦)¦"¦~~¦<http:¦- [ ] ¦* a\n  ¦![a](b "c¦---\na: ¦- - ¦!¦[[¦**a*¦a**b
`;

export const WARC = fragments`
a§: b\r\n¦WARC/1.1\r\n¦WARC-Type: response\r\n¦Content-Length: 10\r\n¦Content-Length: 0\r\n\r\n\r\n\r\n
\r\n¦\r\n\r\n¦\n¦:¦ ¦a: b\r\n¦WARC-Target-URI: http://a.example/\r\n¦WARC-Date: 2020-01-01T00:00:00Z\r\n
HTTP/1.1 200 OK\r\n¦Content-Type: text/html\r\n¦0\r\n¦\u0000¦a¦=¦ b\r\n
WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n<p>x\r\n\r\n
`;

export const CDX = fragments`
com,a)/ 2020010100§ {"url":"http://a/§"}\n¦["a","b"],¦[["urlkey","timestamp"],¦{"url":"http://a/"}\n
com,example)/ 20200101000000 {"url":"http://a/"}\n¦ CDX N b a m s k r M S V g\n¦a,b)/ ¦20200101000000\u0020
com,a)/ 20200101000000 http://a/ text/html 200 AAAA - - 1 2 a.gz\n¦\n¦ ¦[¦]¦{¦}¦"¦,¦\\¦http://a/ ¦{"a":¦%
-
`;

export const SPARQL = fragments`
?a§ ¦a§:b ¦SELECT * WHERE {¦}¦{¦?a ?b ?c . ¦?a¦<¦>¦<a>¦"¦"""¦'¦'''¦#¦\n¦ ¦\\¦:¦a:b¦a.¦(¦)¦[¦]¦FILTER(
OPTIONAL {¦UNION¦VALUES ?a {¦LIMIT 1¦.¦;¦,¦-¦\ufeff¦_:a¦@en¦^^¦/¦|¦*¦PREFIX a: <b>\n¦CONSTRUCT {¦%41¦é
`;
