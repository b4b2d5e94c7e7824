import { describe, expect, it } from '@jest/globals';
import { parseHtml } from '../../src/page/parse5-tree.js';
import { extractText } from '../../src/page/reader.js';

const text = (html: string): string => extractText(parseHtml(html).root);

const first =
  'Insulin is a hormone made by the beta cells of the pancreas. It lowers the concentration of glucose in the blood ' +
  'by moving it into muscle and fat tissue, where it is burnt or stored.';
const second =
  'People with type 1 diabetes make none of it and must inject it several times a day, or wear a pump that delivers ' +
  'it without a pause under the skin. A sensor measures the effect.';
const body = `${first}\n\n${second}`;
const paragraphs = `<p>${first}</p><p>${second}</p>`;
const menu = '<ul><li><a href=1>Home</a><li><a href=2>Products</a><li><a href=3>Imprint</a></ul>';

describe('extractText on pages of many shapes', () => {
  it.each([
    [
      'semantic elements',
      `<header>Site</header><nav>${menu}</nav><main><h1>Insulin</h1>${paragraphs}</main><aside>Ad</aside><footer>© Firm</footer>`,
    ],
    [
      'an article in a main with more',
      `<main><article><h1>Insulin</h1>${paragraphs}</article><p>Sign up for the letter of our house today.</p></main>`,
    ],
    [
      'divs with telling names',
      `<div id=topMenu>Choose a language</div><div class="side-bar sidebar">Weather today</div><h1>Insulin</h1>${paragraphs}<div class="cookie-banner">We use cookies.</div><div class=site-footer>Contact</div>`,
    ],
    [
      'roles',
      `<div role=banner>Site</div><div role=navigation>Where to go</div><div role=main><h1>Insulin</h1>${paragraphs}</div>`,
    ],
    [
      'table layout',
      `<table><tr><td colspan=2><a href=/><img alt=logo></a> <tr><td width=150><font size=1><a href=1>Home</a><br><a href=2>News</a><br><a href=3>Links</a></font><td><font face=Arial><h1>Insulin</h1>${paragraphs}</font></table>`,
    ],
    [
      'br br',
      `<center>[ <a href=1>Up</a> | <a href=2>Next</a> ]</center><h1>Insulin</h1>${first}<br><br>${second}<br><br><a href=3>Back to the start</a>`,
    ],
    ['unclosed and crossed tags', `<h1>Insulin<p><b>${first}<p></i>${second}</b></div></td>${menu}`],
    ['frameless head only', `<title>x</title><h1>Insulin</h1>${paragraphs}`],
    [
      'a form around everything',
      `<form action=x><nav>${menu}</nav><h1>Insulin</h1>${paragraphs}<input></form>`,
    ],
    [
      'a wrapper named for its sidebar',
      `<div class="right-sidebar"><h1>Insulin</h1>${paragraphs}<div class=sidebar>Weather</div></div>`,
    ],
    [
      'comments and shares',
      `<article><h1>Insulin</h1>${paragraphs}<div class="share-buttons">Tell your friends</div><article class=c>Nice text, thank you.</article></article><div id=comments>I do not agree.</div>`,
    ],
  ])('takes the text out of %s', (_shape, html) => {
    expect(text(html)).toBe(`Insulin\n\n${body}`);
  });

  it('leaves out headings with nothing under them, keeps those that have text', () => {
    const html = `<h1>Insulin</h1><h2>Use</h2>${paragraphs}<h2>See also</h2>${menu}<h3>Elsewhere</h3>${menu}`;
    expect(text(html)).toBe(`Insulin\n\nUse\n\n${body}`);
  });

  it('keeps paragraphs with some links', () => {
    const linked = first
      .replace('pancreas', '<a href=p>pancreas</a>')
      .replace('glucose', '<a href=g>glucose</a>');
    expect(text(`<p>${linked}</p><p>${second}</p>`)).toBe(body);
  });

  it('prefers the long text to articles that are teasers', () => {
    const teasers = '<article><h3><a href=a>Other news</a></h3><p>Short.</p></article>'.repeat(3);
    expect(text(`<div><p>${first}</p><p>${second}</p></div>${teasers}`)).toContain(body);
  });

  it('takes all articles of a list of similar ones', () => {
    expect(
      text(`<article><h2>A</h2><p>${first}</p></article><article><h2>B</h2><p>${second}</p></article>`),
    ).toBe(`A\n\n${first}\n\nB\n\n${second}`);
  });

  it('falls back to all visible text but lists of links in navigation when little is left', () => {
    const html = `<nav>${menu}</nav><main>Soon.</main><aside>${first}</aside><footer>Written by the clinic. ${menu}</footer>`;
    expect(text(html)).toBe(`Soon.\n\n${first}\n\nWritten by the clinic.`);
  });

  it('keeps a page that is a list of links', () => {
    expect(
      text('<h1>Links</h1><ul><li><a href=1>Insulin pumps</a><li><a href=2>Glucose sensors</a></ul>'),
    ).toBe('Links\n\nInsulin pumps\n\nGlucose sensors');
  });

  it('keeps short pages whole', () => {
    expect(text('<p>Hello world</p>')).toBe('Hello world');
    expect(text('')).toBe('');
  });
});
