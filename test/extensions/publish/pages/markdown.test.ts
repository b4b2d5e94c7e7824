import { expect, it } from '@jest/globals';
import { writtenPart } from '../../../../src/extensions/publish/pages/markdown.js';

const URL = 'http://bees.example/hive/index.html';
const PROSE =
  'Bees collect nectar from flowers and make honey of it, which they keep in combs of wax for the winter. '.repeat(
    4,
  );

const written = (html: string) =>
  writtenPart(
    Buffer.from(`<!doctype html><html><body>${html}</body></html>`),
    URL,
    'text/html; charset=utf-8',
  );
/** Plain text is made of the same, so that hostile pages must not stop it either. */
const markdownOf = (html: string): string => {
  expect(written(html).plain().length).toBeLessThan(2_000_000);
  return written(html).markdown();
};

it('keeps lines of code, rows of tables and marks of lists in plain text', () => {
  const html = `<main><h1>The hive</h1><p>${PROSE}</p><p>Of <b>*bees*</b> and <a href="/x">wax</a><br>too</p><ul><li><br></li><li>Queens<ul><li>young</li></ul></li></ul>
    <ol><li>one</li><li>two</li></ol><table><tr><th>Bee</th><th>Number</th></tr><tr><td>Queen</td><td>1</td></tr></table>
    <pre><code>if (a) {\n\n  buzz();\n}</code></pre><blockquote>Said_so</blockquote></main>`;
  expect(written(html).plain().split('\n\n').slice(2).join('\n\n')).toBe(
    'Of *bees* and wax\ntoo\n\n- Queens\n\n  - young\n\n1. one\n2. two\n\nBee | Number\nQueen | 1\n\nif (a) {\n\n  buzz();\n}\n\nSaid_so',
  );
});

it('keeps headings, nested lists, tables, links, emphasis and code', () => {
  const markdown = markdownOf(`<nav><a href="/">Home</a> <a href="/x">Other</a></nav><main>
    <h1>The <em>hive</em></h1><p>${PROSE}</p>
    <h2>Kinds</h2>
    <ul><li>Queens<ul><li>young</li><li>old</li></ul></li><li>See what is said of them in <a href="../drones.html#top">the drones</a></li></ul>
    <ol start="3"><li>Third</li><li>Fourth</li></ol>
    <table><thead><tr><th>Bee</th><th>Number</th></tr></thead><tbody><tr><td>Queen</td><td>1</td></tr><tr><td></td><td>a | b</td></tr></tbody></table>
    <pre><code class="language-js">if (a &lt; b) {\n\n  buzz();\n}</code></pre>
    <blockquote><p>Quoted <strong>words</strong> of <code>code</code>.</p></blockquote></main>`);
  expect(markdown.split('\n\n')[1]).toBe(PROSE.trim());
  expect(markdown.replace(PROSE.trim(), 'PROSE')).toBe(
    [
      '# The *hive*',
      'PROSE',
      '## Kinds',
      '- Queens\n\n  - young\n  - old\n- See what is said of them in [the drones](http://bees.example/drones.html)',
      '1. Third\n2. Fourth',
      '| Bee | Number |\n| - | - |\n| Queen | 1 |\n| | a \\| b |',
      '```\nif (a < b) {\n\n  buzz();\n}\n```',
      '> Quoted **words** of `code`.',
    ].join('\n\n'),
  );
});

it('passes on neither HTML nor scripts, nor addresses that are not of the Web', () => {
  const markdown = markdownOf(`<article><p>${PROSE}</p>
    <p>&lt;script&gt;alert(1)&lt;/script&gt; <a href="javascript:alert(2)">press</a> <a href="data:text/html,x">me</a>
    <img src="http://evil.example/x.png" onerror="alert(3)"> <span onclick="alert(4)">span</span> &lt;!-- c --&gt; # no heading</p>
    <p>- no list</p><p># no heading [x](javascript:alert(5))</p><script>alert(6)</script></article>`);
  expect(markdown).toContain('\\<script>alert(1)\\</script> press me span \\<!-- c --> # no heading');
  expect(markdown).toContain('\n\n\\- no list\n\n\\# no heading \\[x\\](javascript:alert(5))');
  expect(markdown).not.toMatch(/evil|alert\([2346]\)|data:/);
});

it('takes pages that are nested or repeated thousands of times', () => {
  const deep = markdownOf(
    `<main><p>${PROSE}</p>${'<ul><li><blockquote>'.repeat(300)}deep${'</blockquote></li></ul>'.repeat(300)}</main>`,
  );
  expect(deep).toContain('deep');
  for (const name of ['s', 'em', 'b', 'code']) expect(markdownOf(`<${name}>x `.repeat(300))).toContain('x');
  const unclosed = markdownOf(
    `<main><p>${PROSE}</p>${'<dt><b>term</b></dt><dd>said <dt><dd><p>'.repeat(40)}deep</main>`,
  );
  expect(unclosed).toContain('deep');
  const long = markdownOf(`<main>${`<p>${PROSE}</p>`.repeat(3000)}</main>`);
  expect(long.length).toBeLessThanOrEqual(1_000_000 + 2 * 3000);
  expect(markdownOf('')).toBe('');
});

it('takes linear time for many items, cells, line breaks and blanks', () => {
  for (const html of [
    '<ol>' + '<li>x'.repeat(1000),
    '<table>' + '<tr><td>x'.repeat(1000),
    'x<br><br> '.repeat(1000),
  ])
    expect(markdownOf(html)).toContain('x');
  const ragged = `<table><tr>${'<td>x'.repeat(1000)}${'<tr><td>y'.repeat(1000)}</table>`;
  expect(markdownOf(ragged).length).toBeLessThan(20_000);
  for (const blank of ['<br>', '&nbsp; ', '<p> </p>', '<ul><li>'])
    expect(markdownOf(`<p>${PROSE}</p><pre>${' '.repeat(200_000)}x</pre>${blank.repeat(2000)}x`)).toContain(
      'x',
    );
});

it('keeps marks that touch words, blocks or each other', () => {
  const html = `<p>un<em>believ</em>able <b>Name:</b>value <b>a</b><b>b</b><b> c<br></b><code>x</code><code>\`</code> a_b _c_ 1 &amp;lt; 2!<a href="/y_(z)">y</a></p>
    <b><h3>Card</h3><p>Some text</p></b><dl><dt>Term</dt><dd>Meaning</dd></dl>
    <p>1. no<br>- list</p><table><tr><th>A<tr><td><ul><li>x<li>y</ul><td>more</table><pre>a<div>b</div>\`\`\`</pre>`;
  expect(markdownOf(`<main><p>${PROSE}</p>${html}</main>`).split('\n\n').slice(1)).toEqual([
    'un*believ*able **Name:** value **ab c**  \n`x` `` ` `` a_b \\_c\\_ 1 \\&lt; 2! [y](http://bees.example/y_\\(z\\))',
    '### **Card**',
    '**Some text**',
    '- Term',
    '  Meaning',
    '1\\. no  \n\\- list',
    '| A | |\n| - | - |\n| x y | more |',
    '````\na\nb\n```\n````',
  ]);
});

it('reads tables that only lay out a page as blocks, and tables of data as tables', () => {
  const data = '<table><tr><th>Bee<th>Number<tr><td>Queen<td>1<tr><td>Worker bee<td>2\nor 3</table>';
  const html = `<table><tr><td><h2>Bees</h2>${PROSE}<pre>one\n  two</pre>${data}<td>And ${PROSE}</table>`;
  expect(markdownOf(html)).toBe(
    [
      '## Bees',
      PROSE.trim(),
      '```\none\n  two\n```',
      '| Bee | Number |\n| - | - |\n| Queen | 1 |\n| Worker bee | 2 or 3 |',
      `And ${PROSE.trim()}`,
    ].join('\n\n'),
  );
});
