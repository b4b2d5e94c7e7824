import type { ListedPage, State, WholePage } from './api.js';
import { h, renew, s, shown, webLink, type Content } from './dom-elements.js';
import { effectLink, isSealed, nounChips, pageLink, type Room, type View } from './page-parts.js';
import { marked } from './reason-parts.js';

/** Pages that one request brings, characters of a text, and answers that are shown. */
const [ASKED, READ, SHOWN] = [5, 5000, 6];
/** Scores that are so near to the threshold lie at it. */
const NEAR = 0.15;
/** The actions that teach. */
const TEACHING: ReadonlySet<string> = new Set(['rate', 'ignore', 'unignore', 'model']);

/** Questions about the pages from whose verdict the classifier learns most: one large card. */
export function teach({ api, act, attempt, name, state }: Room): View {
  const [card, progress, log] = [h('div', { class: 'card' }), h('div'), h('div')];
  let open: ListedPage[] = [];
  const said: ListedPage[] = [];
  /** Whether the page in question is shown: nobody answers about another one. */
  let [isShown, answered] = [false, 0];
  const next = (): Promise<void> => attempt(ask);
  const ask = async (): Promise<void> => {
    if (open.length === 0)
      open = [...(await api.get<readonly ListedPage[]>('questions', { by: name(), count: ASKED }))];
    const [asked] = open;
    if (asked === undefined) renew(card, h('p', {}, 'No page is left to ask about.'));
    else
      renew(
        card,
        cardOf(asked, await api.get<WholePage>('page', { url: asked.url }), state(), { say, undo }),
      );
    [isShown, answered] = [true, said.length];
    update(state());
  };
  const say = async (answer: string): Promise<void> => {
    const asked = isShown ? open.shift() : undefined;
    if (asked === undefined) return;
    isShown = false;
    said.push(asked);
    await act({ kind: 'rate', url: asked.url, answer });
    await next();
  };
  /** Takes the last answer back, and asks again. */
  const undo = async (): Promise<void> => {
    const last = isShown ? said.pop() : undefined;
    if (last === undefined) return;
    isShown = false;
    await act({ kind: 'rate', url: last.url, answer: 'skip' });
    open.unshift(last);
    await next();
  };
  const update = (found: State): void => {
    renew(progress, progressBar(found, answered));
    renew(log, answerLog(found, act));
  };
  if (isSealed(state()))
    renew(card, h('p', {}, 'The worker of this folder has ended: nothing can be taught any more.'));
  else void next();
  update(state());
  const keys: Readonly<Record<string, string>> = { y: 'yes', n: 'no', s: 'skip' };
  return {
    content: h('div', { class: 'teach' }, progress, card, log),
    update,
    onKey: (key) => {
      const answer = keys[key];
      if (answer !== undefined) void say(answer);
      if (key === 'z') void undo();
    },
  };
}

interface Answers {
  readonly say: (answer: string) => Promise<void>;
  readonly undo: () => Promise<void>;
}

function cardOf(
  asked: ListedPage,
  { text, event }: WholePage,
  { status, histogram }: State,
  { say, undo }: Answers,
): Content {
  const button = (label: string, key: string, letter: string): HTMLElement =>
    h(
      'button',
      { type: 'button', class: key, 'data-answer': key, click: () => void say(key) },
      label,
      ' ',
      h('kbd', {}, letter),
    );
  return [
    h('p', { class: 'question' }, 'Is this page about ', h('strong', {}, status.topic), '?'),
    h('h2', { class: 'title', dir: 'auto' }, pageLink(asked)),
    h('p', { class: 'address' }, webLink(asked.url)),
    h(
      'div',
      { class: 'answers' },
      button('Yes', 'yes', 'y'),
      button('No', 'no', 'n'),
      button('Skip', 'skip', 's'),
      h('button', { type: 'button', class: 'undo', click: () => void undo() }, 'Undo ', h('kbd', {}, 'z')),
    ),
    whyAsked(asked.score, histogram.threshold),
    nounChips(asked.nouns),
    h(
      'div',
      { class: 'text', tabindex: 0, role: 'region', 'aria-label': 'text of the page', dir: 'auto' },
      text === undefined
        ? 'Its text was not kept; open the address above.'
        : marked(text.slice(0, READ), event.judgement?.reason.evidence ?? []),
    ),
  ];
}

/** Why this page is in question, with its score and the threshold on a line from 0 to 1. */
function whyAsked(score: number | undefined, threshold: number | null): Content {
  if (score === undefined || threshold === null) return undefined;
  const why =
    Math.abs(score - threshold) < NEAR
      ? 'asked because it lies at the threshold'
      : `asked as a check of pages ${score < threshold ? 'below' : 'above'} the threshold`;
  const text = `${why}: score ${shown(score, 2)}, accepted from ${shown(threshold, 2)}`;
  if (score < 0 || score > 1 || threshold > 1) return h('p', { class: 'quiet' }, text);
  return [
    s(
      'svg',
      { viewBox: '0 0 200 12', class: 'score-line', role: 'img', 'aria-label': text },
      s('rect', { class: 'bar-ground', x: 0, y: 4, width: 200, height: 4, rx: 2 }),
      s('rect', {
        class: 'bar-accepted',
        x: 200 * threshold,
        y: 4,
        width: 200 * (1 - threshold),
        height: 4,
        rx: 2,
      }),
      s('line', { class: 'threshold', x1: 200 * threshold, x2: 200 * threshold, y1: 0, y2: 12 }),
      s('circle', { class: 'node', cx: 4 + 192 * score, cy: 6, r: 4 }),
    ),
    h('p', { class: 'quiet' }, text),
  ];
}

/** How far the answers are on the way to the next thing that they do. */
function progressBar({ status }: State, answered: number): Content {
  const { answers, retraining, model } = status;
  const goal = retraining?.from;
  const moves = 'the threshold moves with the answers';
  const judging =
    model === undefined
      ? moves
      : `model ${model.number} judges, trained with ${shown(model.yes + model.no)} answers`;
  const what =
    goal !== undefined && answers < goal
      ? `${moves}, and from ${goal} on the model is trained with them`
      : judging;
  const whyNot = retraining?.whyNot === undefined ? '' : `; no model is trained: ${retraining.whyNot}`;
  const text = `${shown(answers)} ${answers === 1 ? 'page has an answer' : 'pages have answers'}; ${what}${whyNot}`;
  const x = (count: number): number => 600 * Math.min(1, Math.sqrt(count / (goal ?? count + 1)));
  return h(
    'div',
    { class: 'progress' },
    s(
      'svg',
      { viewBox: '0 0 600 10', role: 'img', 'aria-label': text, preserveAspectRatio: 'none' },
      s('rect', { class: 'bar-ground', x: 0, y: 2, width: 600, height: 6, rx: 3 }),
      s('rect', { class: 'bar-accepted', x: 0, y: 2, width: x(answers), height: 6, rx: 3 }),
      s('line', { class: 'threshold', x1: 599, x2: 599, y1: 0, y2: 10 }),
    ),
    h('p', {}, h('span', { class: 'count' }, `${shown(answered)} answered`), ` here; ${text}.`),
  );
}

/** The latest answers, with what each did, and a button that takes it back. */
function answerLog({ actions, waiting }: State, act: Room['act']): Content {
  const shownActions = actions.filter(({ action }) => TEACHING.has(action.kind)).slice(0, SHOWN);
  const pending = waiting.filter(({ action }) => action.kind === 'rate').length;
  if (shownActions.length + pending === 0) return undefined;
  const items = shownActions.map((taken) => {
    const back = takenBack(taken);
    return h(
      'li',
      {},
      h('span', {}, h('strong', {}, taken.by), `: ${taken.effect}`),
      h(
        'span',
        { class: 'effect' },
        effectLink(taken) ?? h('span', { class: 'quiet' }, 'no other page changed sides'),
      ),
      back &&
        h(
          'button',
          {
            type: 'button',
            class: 'small',
            'aria-label': `Take back: ${taken.effect}`,
            click: () => void act(back),
          },
          'take back',
        ),
    );
  });
  return h(
    'section',
    { class: 'panel log' },
    h('h2', {}, 'What the answers did'),
    pending === 0
      ? undefined
      : h('p', { class: 'quiet' }, `${shown(pending)} wait until the crawl is resumed.`),
    h('ul', {}, items),
  );
}

/** The action that takes another one back. */
function takenBack({
  action,
  refused,
}: State['actions'][number]): Readonly<Record<string, unknown>> | undefined {
  if (refused === true) return undefined;
  if (action.kind === 'rate' && action['answer'] !== 'skip')
    return { kind: 'rate', url: action['url'], answer: 'skip' };
  return action.kind === 'ignore' ? { kind: 'unignore', term: action['term'] } : undefined;
}
