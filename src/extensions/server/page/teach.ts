import type { Question, State, WholePage } from './api.js';
import { h, renew, shown, webLink, type Content } from './dom-elements.js';
import { isSealed, nounChips, pageLink, type Room, type View } from './page-parts.js';
import { textOf } from './pages.js';

/** Characters of a text, answers, and titles of alike pages that are shown. */
const [READ, SHOWN, TITLES] = [5000, 6, 8];
/** The actions that teach. */
const TEACHING: ReadonlySet<string> = new Set(['rate', 'ignore', 'unignore', 'model']);

/** A question that was answered, and the other pages that the answer was about. */
interface Said {
  readonly asked: Question;
  readonly alike: readonly string[];
}

/** Questions about the pages whose answers change most verdicts: one large card. */
export function teach({ api, act, attempt, state }: Room): View {
  const [card, progress, log] = [h('div', { class: 'card' }), h('div'), h('div')];
  let open: Question | undefined;
  const said: Said[] = [];
  /** True if the page in question is shown: nobody answers about another one. */
  let [isShown, answered] = [false, 0];
  const next = (): Promise<void> => attempt(ask);
  const ask = async (): Promise<void> => {
    open ??= (await api.get<readonly Question[]>('questions', { count: 1 }))[0];
    if (open === undefined) renew(card, h('p', {}, 'No page is left to ask about.'));
    else {
      const whole = await api.get<WholePage>('page', { url: open.url });
      renew(card, cardOf(open, whole, state(), { say, undo }));
    }
    [isShown, answered] = [true, said.length];
    update(state());
  };
  const say = async (answer: string, all = false): Promise<void> => {
    const asked = isShown ? open : undefined;
    if (asked === undefined) return;
    [isShown, open] = [false, undefined];
    const alike = all ? asked.alike.map(({ url }) => url) : [];
    said.push({ asked, alike });
    await act({ kind: 'rate', url: asked.url, answer, alike });
    await next();
  };
  /** Takes the last answer back, and asks again. */
  const undo = async (): Promise<void> => {
    const last = isShown ? said.pop() : undefined;
    if (last === undefined) return;
    isShown = false;
    await act({ kind: 'rate', url: last.asked.url, answer: 'skip', alike: last.alike });
    open = last.asked;
    await next();
  };
  const update = (found: State): void => {
    renew(progress, progressText(found, answered));
    renew(log, answerLog(found, act));
  };
  if (isSealed(state()))
    renew(card, h('p', {}, 'The worker of this folder has ended: nothing can be taught any more.'));
  else void next();
  update(state());
  const keys: Readonly<Record<string, string>> = { y: 'yes', n: 'no', s: 'skip' };
  const keysOfAll: Readonly<Record<string, string>> = { a: 'yes', o: 'no' };
  return {
    content: h('div', { class: 'teach' }, progress, card, log),
    update,
    onKey: (key) => {
      const answer = keys[key];
      if (answer !== undefined) void say(answer);
      const ofAll = (open?.alike.length ?? 0) > 0 ? keysOfAll[key] : undefined;
      if (ofAll !== undefined) void say(ofAll, true);
      if (key === 'z') void undo();
    },
  };
}

interface Answers {
  /** @param all for the alike pages, too */
  readonly say: (answer: string, all?: boolean) => Promise<void>;
  readonly undo: () => Promise<void>;
}

function cardOf(
  asked: Question,
  { text, event }: WholePage,
  { status, histogram }: State,
  { say, undo }: Answers,
): Content {
  const button = (label: string, key: string, letter: string, all = false): HTMLElement =>
    h(
      'button',
      { type: 'button', class: key, 'data-answer': key, click: () => void say(key, all) },
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
    alikePages(asked.alike, button),
    whyAsked(asked, histogram.threshold),
    nounChips(asked.nouns),
    text === undefined
      ? h('p', {}, 'Its text was not kept; open the address above.')
      : textOf(text.slice(0, READ), event.judgement),
  ];
}

/** Pages that one answer can be for as well: how many, the titles of those that differ most, and the buttons. */
function alikePages(
  alike: Question['alike'],
  button: (label: string, key: string, letter: string, all: boolean) => HTMLElement,
): Content {
  if (alike.length === 0) return undefined;
  const [pages, all] = alike.length === 1 ? ['page is', 'both'] : ['pages are', 'all'];
  const which = alike.length > TITLES ? `, among them these ${TITLES}` : '';
  const titles = alike.slice(-TITLES).map((page) => h('li', { dir: 'auto' }, pageLink(page)));
  return h(
    'section',
    { class: 'alike', 'aria-label': 'alike pages' },
    h('p', {}, `${shown(alike.length)} more ${pages} alike${which}:`),
    h('ul', {}, titles),
    h(
      'div',
      { class: 'answers' },
      button(`Yes for ${all}`, 'yes', 'a', true),
      button(`No for ${all}`, 'no', 'o', true),
    ),
  );
}

/** Why this page is in question. */
function whyAsked({ score, changes, alike }: Question, threshold: number | null): Content {
  if (score === undefined || threshold === null) return undefined;
  const why =
    changes === undefined
      ? 'asked as a check of pages below the threshold'
      : alike.length === 0
        ? 'asked because it is among the pages nearest to the threshold'
        : `asked because an answer for all should change about ${changes < 1.5 ? 'one verdict' : `${shown(changes)} verdicts`}`;
  return h('p', { class: 'quiet' }, `${why}: score ${shown(score, 2)}, accepted from ${shown(threshold, 2)}`);
}

/** Progress of the answers to the next thing that they do. */
function progressText({ status }: State, answered: number): Content {
  const { answers, retraining, model } = status;
  const goal = retraining !== undefined && 'from' in retraining ? retraining.from : undefined;
  const judging =
    model === undefined
      ? 'the threshold moves with the answers'
      : `model ${model.number} judges, trained with ${shown(model.yes + model.no)} answers`;
  const next =
    goal === undefined || answers >= goal ? '' : `, and from ${goal} on a model is trained with them`;
  const whyNot =
    retraining !== undefined && 'whyNot' in retraining ? `; no model is trained: ${retraining.whyNot}` : '';
  return h(
    'div',
    { class: 'progress' },
    h('progress', { 'aria-label': 'answers', value: answers, max: goal ?? answers + 1 }),
    h(
      'p',
      {},
      h('span', { class: 'count' }, `${shown(answered)} answered`),
      ` here, ${shown(answers)} in all; ${judging}${next}${whyNot}.`,
    ),
  );
}

/** The latest answers, each with a button that takes it back. */
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
    h('h2', {}, 'Latest answers'),
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
  if (action.kind === 'rate' && action.answer !== 'skip') return { ...action, answer: 'skip' };
  return action.kind === 'ignore' ? { kind: 'unignore', term: action.term } : undefined;
}
