import { escapeHtml } from '../../../support/text/escapes.js';
import type { ShownPage } from './sample-file.js';

/** Characters of a text that a rater sees. */
const SHOWN = 3000;

const STYLE = `:root { color-scheme: light dark; --ink: light-dark(#1b262c, #e6ecef); --quiet: light-dark(#52626a, #a3b1b8); --line: light-dark(#dbe3e7, #2f3b41); --accent: light-dark(#1f5f80, #7cc0e0); --paper: light-dark(#ffffff, #1a2226); --sunk: light-dark(#eef3f5, #232d32); --ground: light-dark(#f5f8f9, #11171a); --yes: light-dark(#1b6f43, #5fc48f); --no: light-dark(#a4442f, #ef9a84); --on-colour: light-dark(#ffffff, #10191d); }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; }
#bar { height: .5rem; border-radius: 4px; background: var(--sunk); overflow: hidden; margin: .5rem 0 1rem; }
#bar svg { display: block; width: 100%; height: 100%; } #bar rect { fill: var(--yes); }
article { padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); }
article[hidden] { display: none; }
h1 { font-size: 1.05rem; margin: 0; }
h2 { font-size: 1.4rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
a { color: var(--accent); font-size: .9rem; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); margin: .25rem 0; }
.answers { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0; }
button { font: inherit; color: inherit; padding: .5rem 1rem; border: 1px solid var(--quiet); border-radius: 6px; background: var(--sunk); cursor: pointer; }
.answers button { min-width: 6.5rem; }
button.yes, button.no { color: var(--on-colour); border-color: transparent; } button.yes { background: var(--yes); } button.no { background: var(--no); }
button[aria-pressed=true] { outline: 3px solid var(--accent); outline-offset: 2px; }
kbd { padding: 0 .35rem; font: inherit; font-size: .8em; border: 1px solid currentcolor; border-radius: 4px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; line-height: 1.6; max-height: 28rem; overflow: auto; border: 1px solid var(--line); border-radius: 6px; padding: .75rem; margin: .9rem 0 0; }
`;

/** Reads `data` of the page: `rater`, `topic` and `urls`. One card is shown at a time: the first without an answer. */
const SCRIPT = `const key = 'sfwc ' + data.topic + ' ' + data.rater;
let answers = {};
try { answers = JSON.parse(localStorage.getItem(key) || '{}'); } catch { answers = {}; }
const known = new Set(data.urls);
const cards = [...document.querySelectorAll('article')];
const said = [];
let at = Math.max(0, data.urls.findIndex((url) => answers[url] === undefined));
function show() {
  cards.forEach((card, place) => (card.hidden = place !== at));
  const done = Object.keys(answers).filter((url) => known.has(url)).length;
  document.getElementById('count').textContent = done + ' of ' + data.urls.length + ' answered.';
  document.querySelector('#bar rect').setAttribute('width', String((100 * done) / (data.urls.length || 1)));
  const answer = answers[data.urls[at]];
  if (cards[at]) cards[at].querySelectorAll('[data-answer]').forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.answer === answer)));
}
function keep() {
  try { localStorage.setItem(key, JSON.stringify(answers)); } catch { /* saved by the button all the same */ }
}
function go(to) {
  at = Math.min(cards.length - 1, Math.max(0, to));
  show();
}
function say(answer) {
  answers[data.urls[at]] = answer;
  said.push(at);
  keep();
  go(at + 1);
}
function undo() {
  const last = said.pop();
  if (last === undefined) return;
  delete answers[data.urls[last]];
  keep();
  go(last);
}
document.querySelectorAll('[data-answer]').forEach((button) => button.addEventListener('click', () => say(button.dataset.answer)));
document.querySelectorAll('[data-go]').forEach((button) => button.addEventListener('click', () => go(at + Number(button.dataset.go))));
document.querySelectorAll('[data-undo]').forEach((button) => button.addEventListener('click', undo));
document.addEventListener('keydown', ({ key: pressed, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey) return;
  const answer = { y: 'yes', n: 'no', s: 'skip' }[pressed];
  if (answer !== undefined) say(answer);
  if (pressed === 'z') undo();
});
document.getElementById('save').addEventListener('click', () => {
  const text = JSON.stringify({ rater: data.rater, judgements: Object.fromEntries(Object.entries(answers).filter(([url]) => known.has(url))) }, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'ratings-' + data.rater + '.json';
  link.click();
});
show();
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
<header><h1>Is this page about ${escapeHtml(topic)}?</h1> Rater: ${escapeHtml(rater)}.
<span id="count" role="status"></span> <button id="save" type="button">Save to a file</button></header>
<div id="bar"><svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="0" height="1"/></svg></div>
<main>
${items}
</main>
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
      : `<pre tabindex="0" dir="auto">${escapeHtml(text.slice(0, SHOWN))}${text.length > SHOWN ? ' …' : ''}</pre>`;
  const choice = (value: string, label: string, key: string): string =>
    `<button type="button" class="${value}" data-answer="${value}">${label} <kbd>${key}</kbd></button>`;
  return `<article hidden><p class="quiet">page ${index + 1}</p><h2 dir="auto">${escapeHtml(title === '' ? url : title)}</h2>
<a href="${escapeHtml(url)}" rel="noreferrer" target="_blank">${escapeHtml(url)}</a>
<div class="answers">${choice('yes', 'Yes', 'y')}${choice('no', 'No', 'n')}${choice('skip', 'Cannot say', 's')}
<button type="button" data-undo>Undo <kbd>z</kbd></button></div>
<div class="answers"><button type="button" data-go="-1">Previous</button><button type="button" data-go="1">Next</button></div>
${shown}</article>`;
}
