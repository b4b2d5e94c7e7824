import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseHtml } from '../../../src/web/page/htmlparser2-tree.js';
import { createPageReader, pageOf } from '../../../src/web/page/reader.js';
import type { Page } from '../../../src/model/page.js';
import { referenceTree } from './reference-tree.js';

const URL = 'https://a.example/folder/';
const OPTIONS = { tagPaths: true, crawler: 'sfwc' };
const reader = createPageReader(OPTIONS);

/** What one pass reads; what is known of a page as a shell is not read of a tree. */
function readInOnePass(html: string): Page {
  const { shell, ...page } = reader.read(Buffer.from(html), URL, 'text/html; charset=utf-8');
  expect(shell?.data).toBeUndefined();
  return page;
}

function expectSame(html: string): void {
  const reference = pageOf(referenceTree(html), URL, OPTIONS);
  expect(readInOnePass(html)).toEqual(reference);
  expect(pageOf(parseHtml(html).root, URL, OPTIONS)).toEqual(reference);
}

const long = 'Insulin is a hormone that the pancreas makes. '.repeat(12);

describe('reading in one pass gives the page that reading a tree gives', () => {
  it.each(
    Object.entries({
      'text that comments, noscript and head part':
        '<p>on<!-- x -->e {{us<noscript>no</noscript>er}}<head> two</head> three',
      'a shadow root and a template': `<div><template shadowrootmode=open id=s class=nav><a href=a>in</a></template>
        <template><a href=b>out</a><title>no</title></template></div>`,
      'anchors in anchors, in drawings and in templates':
        '<a href=a>one<div><a href=b>two<svg><title>tip</title><a href=c>three<p>x</p></a></svg></a></div>four</a>',
      'images for text':
        '<a href=a><img alt=one><svg><img alt=two></svg></a><map><area href=b alt=three></map>',
      'a title of tags and a title in a drawing':
        '<svg><title>no</title></svg><math><title>a<b>b<template>c</template></b></title></math><title>d</title>',
      'scripts in scripts of drawings': `<svg><script type=application/ld+json>{"license":<script type=application/ld+json>
        {"license":"https://l.example/2"}</script>"https://l.example/1"}</script></svg>`,
      'attributes twice, with references, without values, unknown':
        '<a href="x?a&amp;b&copy=1" HREF=y data-q="&lt;" class=\'a&#32;b\' hidden>one</a><a href=z HIDDEN>two</a><a href=q rel>3</a>',
      'forms in forms': '<form id=one><p>a<form class=nav href=x><p>b</form>c</form><p>d',
      'ends without beginnings': 'a</p>b</br>c</div></a>d</noscript></head>e',
      'self-closing tags': '<p/>a<svg><a href=x />b</svg><div/>c<br/>d<a href=y/>e</a>',
      'pages broken off in a tag': '<div class=main><p>text <a href="x',
      'pages broken off behind a slash': '<div class=main><p>text <a href=x /',
      'pages broken off in an end tag': '<div><p>text</p <b',
      'zero bytes in names, values and text': '<p cl\0ass="na\0v">a\0b<a hr\0ef=x>c',
      'hidden text that is the page': `<p>Loading<div hidden><h1>Insulin</h1><p>${long}<a href=x>more</a></div>`,
      'hidden text that is not': `<p>${long}<p>${long}<p>${long}<div hidden><p>${long}<a href=x>more</a></div>`,
      'placeholders and code': '<p>{{ name }} <pre>a {{b}}\n\n  c\n \n<code>{{d}}</code></pre><tt>{{e}}</tt>',
      'line breaks': '<p>a<br>b<br> <br>c<br><a href=x></a><br>d<a href=y>e<br><br>f</a>',
      'zones in zones': `<main><header><h1>T</h1></header><article class=nav><nav><a href=a>${long}</a></nav>${long}
        <div role=constructor class=comments>${long}</div></article></main><footer>f</footer>`,
    }),
  )('%s', (_, html) => {
    expectSame(html);
  });

  it('of broken markup of all kinds', () => {
    const name = fc.constantFrom(
      ...[
        'a',
        'p',
        'div',
        'b',
        'li',
        'ul',
        'td',
        'tr',
        'table',
        'h1',
        'h3',
        'pre',
        'code',
        'nav',
        'main',
        'article',
      ],
      ...[
        'title',
        'script',
        'style',
        'noscript',
        'template',
        'svg',
        'math',
        'head',
        'html',
        'body',
        'form',
        'button',
      ],
      ...[
        'br',
        'img',
        'area',
        'base',
        'link',
        'meta',
        'textarea',
        'select',
        'option',
        'desc',
        'dialog',
        'header',
        'x-y',
      ],
    );
    const attribute = fc.constantFrom(
      ...[
        'href=a',
        'href="b?c&amp;d"',
        "HREF='#e'",
        'href',
        'class=nav',
        'class="a comment-list"',
        'id=footer',
        'hidden',
      ],
      ...[
        'aria-hidden=true',
        'rel="nofollow license"',
        'alt=f',
        'role=main',
        'name=robots',
        'content=noindex',
        'open',
      ],
      ...[
        'type=application/ld+json',
        'style="display:none"',
        'lang=de',
        'data-x="<"',
        'shadowrootmode=open',
        'title="g h"',
      ],
    );
    const tag = fc
      .tuple(
        fc.constantFrom('<', '</'),
        name,
        fc.array(attribute, { maxLength: 3 }),
        fc.constantFrom('>', '>', '/>', ''),
      )
      .map(([begin, called, attributes, end]) => [begin + called, ...attributes].join(' ') + end);
    const text = fc.constantFrom(
      ...[
        'word',
        ' ',
        '\n\n',
        'insulin pump ',
        '&amp;',
        '&nbsp',
        '&#x301;',
        '<',
        '&',
        '{{x}}',
        'é',
        '\0',
        '"',
        '<!-- c -->',
      ],
      ...['<![CDATA[d]]>', '<?php e ?>', '<!doctype html>', '</ f>', '\u00AD', long],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, text), { maxLength: 40 }), (pieces) => {
        expectSame(pieces.join(''));
      }),
      { seed: 15 },
    );
  });
});
