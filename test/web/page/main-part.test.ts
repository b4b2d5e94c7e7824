import { describe, expect, it } from '@jest/globals';
import { parseHtml } from '../../../src/web/page/htmlparser2-tree.js';
import { extractText } from '../../../src/web/page/reader.js';

const text = (html: string): string => {
  let count = 0;
  const numbered = html.replace(/(?:stored|effect)\./g, (end) => `${end} §${(count += 1)}`);
  return extractText(parseHtml(numbered).root).replace(/ §\d+/g, '');
};

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
      'divs with telling names',
      `<div id=topMenu>Choose a language</div><div class="side-bar sidebar">Weather today</div><h1>Insulin</h1>${paragraphs}<div class="cookie-banner">We use cookies.</div><div class=site-footer>Contact</div>`,
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
    [
      'a wrapper named for its sidebar',
      `<div class="right-sidebar"><h1>Insulin</h1>${paragraphs}<div class=sidebar>Weather</div></div>`,
    ],
    [
      'comments and shares',
      `<article><h1>Insulin</h1>${paragraphs}<div class="share-buttons">Tell your friends</div><article class=c>Nice text, thank you.</article></article><div id=comments>I do not agree.</div>`,
    ],
    [
      'forms without fields, and a dialog longer than the page',
      `<h1>Insulin</h1><form><p>${first}<input type=hidden></form><form><p>${second}</form><div id=onetrust-consent-sdk>${'<p>We and our partners use cookies.</p>'.repeat(40)}</div>`,
    ],
    [
      'news among many teasers',
      `<script type="application/ld+json">{"@type":"NewsArticle"}</script><h1>Insulin</h1>${paragraphs}${'<p><a href=/n>Read more of the news of today</a>'.repeat(40)}`,
    ],
    [
      'an article next to cards',
      `<main><article><h1>Insulin</h1>${paragraphs}</article>${'<article><p>Another text about the news.</article>'.repeat(20)}</main>`,
    ],
  ])('takes the text out of %s', (_shape, html) => {
    expect(text(html)).toBe(`Insulin\n\n${body}`);
  });

  it('leaves out headings with nothing under them, keeps those that have text', () => {
    const html = `<h1>Insulin</h1><h2>Use</h2>${paragraphs}<h2>See also</h2>${menu}<h3>Elsewhere</h3>${menu}`;
    expect(text(html)).toBe(`Insulin\n\nUse\n\n${body}`);
  });

  it('falls back to all visible text but lists of links in navigation when little is left', () => {
    const html = `<nav>${menu}</nav><main>Soon.</main><aside>${first}</aside><footer>Written by the clinic. ${menu}</footer>`;
    expect(text(html)).toBe(`Soon.\n\n${first}\n\nWritten by the clinic.`);
  });

  it('leaves out links before the text of a short page, unless they are the page', () => {
    const short = second.slice(0, second.indexOf('.') + 1);
    const table = `<table><tr><td><a href=1>Home</a><td><a href=2>Our products</a><td><a href=3>All letters</a></table>`;
    expect(text(`${table}<p>${short}</p>${table}`)).toBe(`${short}\n\nHome\n\nOur products\n\nAll letters`);
    expect(text(`${table}<p>Insulin and more.</p>`)).toBe(
      'Home\n\nOur products\n\nAll letters\n\nInsulin and more.',
    );
  });

  it('begins at the headline where little stands before it', () => {
    const ticker = '<div>Nifty 17,546.65</div><div>English edition</div>';
    expect(text(`${ticker}<h1>Insulin</h1>${paragraphs}`)).toBe(`Insulin\n\n${body}`);
    expect(text(`<p>${first}</p><h1>Pumps</h1><p>${second}</p>`)).toBe(`${first}\n\nPumps\n\n${second}`);
    expect(text(`<p>Of two things.</p><h1>Insulin</h1><p>${first}</p><h1>Pumps</h1><p>${second}</p>`)).toBe(
      `Of two things.\n\nInsulin\n\n${first}\n\nPumps\n\n${second}`,
    );
  });

  it('keeps links that hold the prose of a page', () => {
    const offer =
      'a pump for insulin with a sensor that measures glucose, a case, and batteries for a month of use';
    const offers = Array.from(
      { length: 20 },
      (_, index) => `<p><a href=${index}>No. ${index}: ${offer}</a>`,
    ).join('');
    expect(text(`<article>${paragraphs}${offers}</article>`)).toMatch(
      /^Insulin is [^]*No\. 0: a [^]*No\. 19: a /,
    );
    const few = offers.slice(0, offers.indexOf('No. 7') - 12);
    expect(text(`<article>${paragraphs.repeat(4)}${few}</article>`)).not.toContain(offer);
  });

  it('keeps the links of a list, and cards that are articles', () => {
    const links = Array.from({ length: 12 }, (_, n) => `<li><a href=${n}>Pump ${n}</a> $9`).join('');
    const list = text(`<nav>${menu}</nav><main><h1>Pumps</h1><ul>${links}</ul></main>`);
    expect(list).toMatch(/^Pumps\n\nPump 0 \$9\n\n[^]*Pump 11 \$9$/);
    const card = '<article><h2>Pump</h2><p>It has the number § and is worn under the skin.</article>';
    const cards = Array.from({ length: 9 }, (_, n) => card.replace('§', `${n}`)).join('');
    expect(text(`<main><h1>Pumps</h1><article>${first}</article>${cards}</main>`)).toContain('number 8');
  });

  it('has each paragraph once, and short lines as often as they do not follow each other', () => {
    const { root } = parseHtml(`<h1>Insulin</h1>${paragraphs}<p>Yes<p>Yes<p>No<p>Yes${paragraphs}`);
    expect(extractText(root)).toBe(`Insulin\n\n${body}\n\nYes\n\nNo\n\nYes`);
  });

  it('leaves out other products and what buyers say on the page of a product', () => {
    const product = '<meta property="og:type" content="product">';
    const others = `<h2>You may also like</h2><p>A pump of another firm.<h2>Reviews</h2><p>It is good.`;
    const html = `<h1>Pump</h1>${paragraphs}${others}<h2>Care</h2><p>Keep it dry.`;
    expect(text(`${product}${html}`)).toBe(`Pump\n\n${body}\n\nCare\n\nKeep it dry.`);
    expect(text(html)).toContain('another firm');
  });
});

describe('extractText on discussions', () => {
  it.each([
    '<html id=XF>',
    '<html id=XenForo class=Public>',
    '<meta name=generator content="phpBB 3">',
    '<body class="ipsApp ipsApp_front">',
    '<div itemscope itemtype="https://schema.org/DiscussionForumPosting"></div>',
    '<script type="application/ld+json">{"@type":"QAPage"}</script>',
  ])('keeps all posts of a page that %s marks as a forum', (mark) => {
    const post = (words: string): string => `<article class="comment ipsComment">${words}</article>`;
    const posts = [`<p>${first}`, `<p>${second}`, '<p>I agree.'].map(post).join('');
    const html = `${mark}<nav>${menu}</nav><h1>Pumps</h1><form action=/mod><div id=comments>${posts}</div></form>`;
    expect(text(html)).toContain(`${body}\n\nI agree.`);
    expect(text(html)).not.toContain('Imprint');
  });

  const comments = `<div class="Comment t1">${paragraphs}</div>`.repeat(4);

  it('keeps the comments where they are the page', () => {
    const html = `<h1>What is insulin?</h1>${paragraphs}${comments}<div class=comments-nav>${menu}</div>`;
    expect(text(html)).toBe(['What is insulin?', body, body, body, body, body].join('\n\n'));
  });

  it('leaves out the comments on an article and those that do not outweigh the text', () => {
    expect(text(`<article><h1>Insulin</h1>${paragraphs}</article>${comments}`)).toBe(`Insulin\n\n${body}`);
    const post = `<div class=post><h1>Insulin</h1>${paragraphs.repeat(2)}</div>`;
    expect(text(`${post}<div class=comment>${paragraphs}</div>`)).toBe(`Insulin\n\n${body}\n\n${body}`);
  });
});

describe('extractText on hidden text', () => {
  const hidden = `<div style="display:none">${paragraphs.repeat(4)}</div>`;

  it('reads it where next to nothing is visible', () => {
    expect(text(hidden)).toBe(Array(4).fill(body).join('\n\n'));
    expect(text(`<h1>Insulin</h1><p>Scroll down.</p>${hidden}`)).toContain(body);
  });

  it('leaves it out where there is text to be seen', () => {
    expect(text(`<h1>Pumps</h1>${`<p>${second}</p>`.repeat(4)}${hidden}`)).not.toContain(first);
    expect(text(`<p>Hello world</p><p hidden>Sign up for our letter</p>`)).toBe('Hello world');
  });
});

describe('extractText on what stands in the margin of an article', () => {
  it.each([
    '<figure><img><figcaption>X</figcaption></figure>',
    '<div>By <span class="author">X Doe</span></div>',
    '<p><time>X</time></p>',
    '<div class="related-articles">X</div>',
    '<div class="post-meta">X</div>',
    '<div class="cookies__banner">X uses cookies.</div>',
    '<div class="widget widget_text">X</div>',
  ])('leaves out %s', (marginal) => {
    expect(text(`<div>${paragraphs}${marginal}<p>${first}</p></div>`)).toBe(`${body}\n\n${first}`);
  });

  it.each([
    '<figure><table><tr><td>X</td></tr></table></figure>',
    '<div class="post author-jane tags-life">X</div>',
    '<div class="elementor-widget elementor-widget-text-editor">X</div>',
    '<div class="section" id="sharing-with-a-single-developer">X</div>',
    '<section id="related-work"><h2 id="share-of-it">X</h2>Y</section>',
    '<p>X was made <time>in May</time> of that year.</p>',
  ])('keeps %s', (part) => {
    expect(text(`<div>${paragraphs}${part}<p>${first}</p></div>`)).toContain('X');
  });

  it('keeps what holds the page, whatever its name says', () => {
    expect(text(`<div class="gallery">${paragraphs}</div><p>Short.</p>`)).toContain(body);
    expect(text(`<div class="widget">${paragraphs}<p class=caption>X</p></div>`)).toBe(body);
  });

  it('keeps what holds the headline, and captions that are the page', () => {
    const author = `<div class="super-author"><h1>Insulin</h1><p>X</p></div>`;
    expect(text(`${author}${paragraphs}`)).toBe(`Insulin\n\nX\n\n${body}`);
    const slides = `<figure><figcaption>${second}</figcaption></figure>`.repeat(4);
    expect(text(`<h1>Insulin</h1><p>${first}</p>${slides}`)).toContain(second);
    expect(
      text(
        `<h1>Insulin</h1>${`<p>${first}</p>`.repeat(4)}<figure><figcaption>${second}</figcaption></figure>`,
      ),
    ).not.toContain(second);
  });
});
