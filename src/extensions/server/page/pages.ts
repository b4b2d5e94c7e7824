import type { Judgement, ListedPage, NounEvidence, State, WholePage } from './api.js';
import { button, form, h, options, quiet, renew, shown, webLink, type Content } from './dom-elements.js';
import {
  badge,
  divergingBar,
  followed,
  isSealed,
  pageLink,
  pageTable,
  pair,
  panel,
  reasonFor,
  reasonLink,
  steadily,
  table,
  type Room,
  type View,
} from './page-parts.js';

const LISTS = [
  ['accepted', 'accepted'],
  ['near', 'rejected, best score first'],
  ['rejected', 'rejected, latest first'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
  ['all', 'all'],
] as const;
const COUNT = 50;
/** Milliseconds after which most pages have been judged again. */
const JUDGED_AGAIN = 3000;
/** Steps of strength in which marks are coloured. */
const STEPS = 3;

/** Lists of pages. @param only a reason for which URLs were skipped or failed, or a text in addresses, with a slash */
export function pages({ api, attempt, state }: Room, only = ''): View {
  const list = h('div');
  const showSteadily = steadily(list);
  let offset = 0;
  const isText = only.includes('/');
  const lists = [
    ...(only === '' || isText ? [] : [[only, only] as const]),
    ...(isText ? [...LISTS].reverse() : LISTS),
  ];
  const which = h('select', { id: 'which' }, options(Object.fromEntries(lists)));
  const text = h('input', { id: 'search', type: 'search', placeholder: 'text in address or title' });
  text.value = isText ? only : '';
  const load = (): Promise<void> => attempt(() => show((parts) => renew(list, ...parts())));
  async function show(put: (parts: () => readonly Content[]) => void): Promise<void> {
    const wish = { which: which.value, text: text.value, offset, count: COUNT };
    const found = await api.get<{ total: number; pages: readonly ListedPage[] }>('pages', wish);
    const last = Math.min(found.total, offset + COUNT);
    const turn = (label: string, by: number, isThere: boolean): HTMLElement =>
      button(label, () => goTo(offset + by), { disabled: !isThere });
    put(() => [
      h(
        'p',
        {},
        found.total === 0
          ? 'No such pages.'
          : `${shown(offset + 1)} to ${shown(last)} of ${shown(found.total)}`,
      ),
      pageTable('pages', found.pages),
      h('p', {}, turn('Previous', -COUNT, offset > 0), ' ', turn('Next', COUNT, last < found.total)),
    ]);
  }
  const goTo = (place: number): void => {
    offset = Math.max(0, place);
    void load();
  };
  which.addEventListener('change', () => goTo(0));
  void load();
  const chooser = form(
    () => goTo(0),
    { class: 'row' },
    h('label', {}, 'Pages ', which),
    h('label', {}, 'with ', text),
    h('button', {}, 'Show'),
  );
  return {
    content: h('div', {}, chooser, list),
    update: followed(() => attempt(() => show(showSteadily)), state()),
  };
}

/** Everything about one page. */
export function page({ api, act, attempt, state }: Room, url: string): View {
  const content = h('div', { class: 'one-page' }, 'loading …');
  const keyOf = ({ ignored, actions }: State): string => `${ignored.length} ${actions[0]?.id ?? ''}`;
  let asked = keyOf(state());
  const load = (): Promise<void> =>
    attempt(async () => {
      const found = await api.get<WholePage>('page', { url });
      const tell = (action: Readonly<Record<string, unknown>>): void => void act(action).then(load);
      renew(content, pageParts(found, state(), isSealed(state()) ? undefined : tell));
    });
  void load();
  return {
    content,
    update(found) {
      // What people say of the page, or of its words, may change it, at once or when it has been judged again.
      if (keyOf(found) === asked) return;
      asked = keyOf(found);
      void load();
      setTimeout(() => void load(), JUDGED_AGAIN);
    },
  };
}

type Tell = (action: Readonly<Record<string, unknown>>) => void;

function pageParts(
  { event, verdict, text, ratings, way }: WholePage,
  { ignored }: State,
  tell: Tell | undefined,
): readonly Content[] {
  const { judgement, url, title, code, message } = event;
  const answers = Object.entries(ratings).map(([by, answer]) => `${by}: ${answer}`);
  const rate = (label: string, answer: string): HTMLElement =>
    button(label, () => tell?.({ kind: 'rate', url, answer }), { class: answer });
  return [
    h('h2', { class: 'title', dir: 'auto' }, title || url),
    h('p', { class: 'address' }, webLink(url)),
    h(
      'p',
      {},
      badge(verdict),
      ' ',
      judgement?.reason.summary.replace(`${verdict}: `, '') ?? message,
      ...(code === undefined ? [] : [' (', reasonLink(code), ')']),
    ),
    judgement && quiet(otherVerdict(judgement)),
    tell &&
      h(
        'p',
        { class: 'buttons' },
        rate('About the topic', 'yes'),
        rate('Not about it', 'no'),
        rate('Take back', 'skip'),
      ),
    answers.length === 0 ? undefined : h('p', {}, `People: ${answers.join(', ')}`),
    pair(
      panel('Evidence', termBars(judgement, ignored, tell)),
      panel('How the crawl came here', wayParts(way, event)),
    ),
    text === undefined ? quiet('Its text was not kept.') : [h('h2', {}, 'Text'), textOf(text, judgement)],
  ];
}

/** The text of a page, with the words of the evidence marked. */
export function textOf(text: string, judgement: Judgement | undefined): HTMLElement {
  const attributes = {
    class: 'text',
    tabindex: 0,
    role: 'region',
    'aria-label': 'text of the page',
    dir: 'auto',
  };
  return h('div', attributes, marked(text, judgement?.reason.evidence ?? []));
}

/** Changes that would lead to another verdict. */
function otherVerdict({ score, model, reason: { band, ignored } }: Judgement): string {
  const { low } = band;
  if (low === null) return 'The verdict does not depend on a threshold.';
  const [is, where] =
    score >= low ? ['rejected', `above ${shown(score, 3)}`] : ['accepted', `of ${shown(score, 3)} or less`];
  const by = model === undefined ? '' : ` Judged by model ${model}.`;
  const without =
    ignored === undefined
      ? ''
      : ` Without ${ignored.terms.join(', ')}, which people ignore; with that, its score is ${shown(ignored.score, 3)}.`;
  return `It would be ${is} with a threshold ${where} (now ${shown(low, 3)}).${by}${without}`;
}

function wayParts(way: WholePage['way'], event: WholePage['event']): readonly Content[] {
  const { priority, anchorText, sequence, time, status, bytes, reading } = event;
  const reason: readonly Content[] =
    priority === undefined
      ? ['a seed']
      : [
          `priority ${shown(priority.value, 3)}`,
          anchorText === undefined ? '' : `, under “${anchorText}”`,
          ': ',
          reasonFor(priority),
        ];
  const facts = [
    `event ${shown(sequence)} at ${time}`,
    ...(status === undefined ? [] : [`HTTP status ${status}`]),
    ...(bytes === undefined ? [] : [`${shown(bytes)} bytes`]),
    ...(reading === undefined ? [] : [`read from ${reading.from}`]),
  ];
  return [
    h(
      'ol',
      { class: 'way' },
      way.map((step) => h('li', {}, pageLink(step), ' ', h('span', { class: step.verdict }, step.verdict))),
      h('li', {}, 'this page, ', reason),
    ),
    quiet(facts.join('; ')),
  ];
}

function strongest(evidence: readonly NounEvidence[]): number {
  return Math.max(...evidence.map(({ pull }) => Math.abs(pull)), 0) || 1;
}

/** The text of a page with its terms marked: green for, red against, stronger with their pull; places are code points. */
function marked(text: string, evidence: readonly NounEvidence[]): Content[] {
  const characters = Array.from(text);
  const most = strongest(evidence);
  const spans = evidence
    .flatMap(({ lemma, pull, mentions = [] }) =>
      mentions.map(([begin, end]) => ({ begin, end, lemma, pull })),
    )
    .sort((a, b) => a.begin - b.begin);
  const parts: Content[] = [];
  let at = 0;
  for (const { begin, end, lemma, pull } of spans) {
    if (begin < at || begin >= characters.length) continue;
    const step = Math.max(1, Math.ceil((STEPS * Math.abs(pull)) / most));
    parts.push(
      characters.slice(at, begin).join(''),
      h(
        'mark',
        { title: `${lemma}: ${signed(pull)}`, class: `${pull > 0 ? 'for' : 'against'}-${step}` },
        characters.slice(begin, end).join(''),
      ),
    );
    at = end;
  }
  return [...parts, characters.slice(at).join('')];
}

function signed(pull: number): string {
  return `${pull > 0 ? '+' : ''}${shown(pull, 2)}`;
}

/** The terms of a reason as bars to both sides, each with a button by which it says nothing from then on. */
function termBars(
  judgement: Judgement | undefined,
  ignored: State['ignored'],
  tell: Tell | undefined,
): HTMLElement {
  const evidence = judgement?.reason.evidence ?? [];
  if (evidence.length === 0) return quiet('No words to judge by.');
  const most = strongest(evidence);
  const rows = evidence.map(({ lemma, pull, documents }) => {
    const by = ignored.find(({ term }) => term === lemma)?.by;
    return [
      h(by === undefined ? 'span' : 's', {}, lemma),
      divergingBar(by === undefined ? pull / most : 0),
      signed(pull),
      shown(documents),
      ...(tell === undefined ? [] : [ignoreButton(lemma, by, tell)]),
    ];
  });
  const heads = ['Word', 'Against | for', 'Pull', 'Texts of the topic'];
  return table('evidence', [...heads, ...(tell === undefined ? [] : ['Teach'])], rows, [2, 3]);
}

function ignoreButton(term: string, by: string | undefined, tell: Tell): Content {
  const [kind, text] = by === undefined ? ['ignore', 'says nothing'] : ['unignore', 'counts again'];
  const click = (): void => tell({ kind, term });
  return [
    h('button', { type: 'button', class: 'small', 'aria-label': `${term} ${text}`, click }, text),
    by === undefined ? undefined : h('span', { class: 'quiet' }, ` ignored by ${by}`),
  ];
}
