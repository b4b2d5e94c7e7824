import type { Question, State, WholePage } from './api.js';
import { button, h, quiet, renew, shown, webLink, type Content } from './dom-elements.js';
import { isSealed, nounChips, pageLink, type Room, type View } from './page-parts.js';
import { textOf } from './pages.js';

/** Characters of a text, and titles of alike pages that are shown. */
const [READ, TITLES] = [5000, 8];

/** A question that was answered, and the other pages that the answer was about. */
interface Said {
  readonly asked: Question;
  readonly alike: readonly string[];
}

/** Questions about the pages whose answers change most verdicts: one large card. */
export function teach({ api, act, attempt, state }: Room): View {
  const [card, progress] = [h('div', { class: 'card' }), h('div')];
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
  const update = (found: State): void => renew(progress, progressText(found, answered));
  if (isSealed(state()))
    renew(card, h('p', {}, 'The worker of this folder has ended: nothing can be taught any more.'));
  else void next();
  update(state());
  const keys: Readonly<Record<string, string>> = { y: 'yes', n: 'no', s: 'skip' };
  const keysOfAll: Readonly<Record<string, string>> = { a: 'yes', o: 'no' };
  return {
    content: h('div', { class: 'teach' }, progress, card),
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

type AnswerButton = (label: string, key: string, letter: string, all?: boolean) => HTMLElement;

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
  const answer: AnswerButton = (label, key, letter, all = false) =>
    button([label, ' ', h('kbd', {}, letter)], () => void say(key, all), { class: key, 'data-answer': key });
  return [
    h('p', { class: 'question' }, 'Is this page about ', h('strong', {}, status.topic), '?'),
    h('h2', { class: 'title', dir: 'auto' }, pageLink(asked)),
    h('p', { class: 'address' }, webLink(asked.url)),
    h(
      'div',
      { class: 'answers' },
      answer('Yes', 'yes', 'y'),
      answer('No', 'no', 'n'),
      answer('Skip', 'skip', 's'),
      button(['Undo ', h('kbd', {}, 'z')], () => void undo(), { class: 'undo' }),
    ),
    alikePages(asked.alike, answer),
    whyAsked(asked, histogram.threshold),
    nounChips(asked.nouns),
    text === undefined
      ? h('p', {}, 'Its text was not kept; open the address above.')
      : textOf(text.slice(0, READ), event.judgement),
  ];
}

/** Pages that one answer can be for as well: how many, the titles of those that differ most, and the buttons. */
function alikePages(alike: Question['alike'], answer: AnswerButton): Content {
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
      answer(`Yes for ${all}`, 'yes', 'a', true),
      answer(`No for ${all}`, 'no', 'o', true),
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
  return quiet(`${why}: score ${shown(score, 2)}, accepted from ${shown(threshold, 2)}`);
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
