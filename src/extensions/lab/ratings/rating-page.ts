import { escapeHtml } from '../../../support/text/escapes.js';
import type { ShownPage } from '../../../crawling/ratings/ratings-folder.js';

/** How many characters of a text a rater sees. */
const SHOWN = 1500;

const STYLE = `body { margin: 0 auto; max-width: 46rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: #222; }
header { position: sticky; top: 0; background: #fff; padding: .5rem 0; border-bottom: 1px solid #ddd; }
article { border-bottom: 1px solid #ddd; padding: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; }
a { color: #555; font-size: .85rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; font: inherit; max-height: 14rem; overflow: auto; background: #f7f7f7; padding: .5rem .75rem; }
label { margin-right: 1.25rem; }
`;

/** Reads `data` of the page: `rater`, `topic` and `urls`. */
const SCRIPT = `const key = 'sfwc ' + data.topic + ' ' + data.rater;
let answers = {};
try { answers = JSON.parse(localStorage.getItem(key) || '{}'); } catch { answers = {}; }
const known = new Set(data.urls);
function count() {
  document.getElementById('count').textContent = Object.keys(answers).filter((url) => known.has(url)).length + ' of ' + data.urls.length + ' answered.';
}
document.querySelectorAll('input').forEach((input) => {
  const url = data.urls[Number(input.name.slice(1))];
  input.checked = answers[url] === input.value;
  input.addEventListener('change', () => {
    answers[url] = input.value;
    try { localStorage.setItem(key, JSON.stringify(answers)); } catch { /* saved by the button all the same */ }
    count();
  });
});
document.getElementById('save').addEventListener('click', () => {
  const text = JSON.stringify({ rater: data.rater, judgements: Object.fromEntries(Object.entries(answers).filter(([url]) => known.has(url))) }, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'ratings-' + data.rater + '.json';
  link.click();
});
count();
`;

/**
 * A self-contained HTML page for judging in a browser. It keeps the answers in the browser until the button saves them to a
 * file, which `sfwc rate OUT --from FILE` reads.
 */
export function ratingPage(topic: string, rater: string, pages: readonly ShownPage[]): string {
  const data = JSON.stringify({ rater, topic, urls: pages.map(({ url }) => url) }).replaceAll('<', '\\u003c');
  const items = pages.map((page, index) => item(page, index)).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Is this about ${escapeHtml(topic)}?</title>
<style>
${STYLE}</style>
</head>
<body>
<header><b>Is this page about ${escapeHtml(topic)}?</b> Rater: ${escapeHtml(rater)}.
<span id="count"></span> <button id="save">Save to a file</button></header>
${items}
<script>
const data = ${data};
${SCRIPT}</script>
</body>
</html>
`;
}

function item({ url, title, text }: ShownPage, index: number): string {
  const shown =
    text === undefined
      ? '<p>Its text was not stored; open the link.</p>'
      : `<pre>${escapeHtml(text.slice(0, SHOWN))}${text.length > SHOWN ? ' …' : ''}</pre>`;
  const choice = (value: string, label: string): string =>
    `<label><input type="radio" name="p${index}" value="${value}"> ${label}</label>`;
  return `<article><h2>${index + 1}. ${escapeHtml(title === '' ? url : title)}</h2>
<a href="${escapeHtml(url)}" rel="noreferrer" target="_blank">${escapeHtml(url)}</a>
${shown}
${choice('yes', 'yes')}${choice('no', 'no')}${choice('skip', 'cannot say')}</article>`;
}
