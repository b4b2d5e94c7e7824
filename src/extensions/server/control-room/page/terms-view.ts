import type { NewTerm, TermAnswer, Terms } from './api.js';
import { h, renew, shown, webLink } from './dom-elements.js';
import { panel, table, type Room } from './page-parts.js';

/** Terms of accepted pages that the topics lack, with what people answered; empty until they are read. */
export function newTerms({ api, attempt, name }: Room): HTMLElement {
  const content = h('div', { class: 'panels' });
  const show = async (learns?: string): Promise<void> => {
    const topics = await api.get<readonly Terms[]>('terms');
    renew(
      content,
      topics.map((terms) => proposal(terms, answer)),
      learns === undefined ? undefined : h('p', { role: 'status' }, learns),
    );
  };
  const answer = (topic: string, how: 'take' | 'refuse', terms: readonly string[]): void =>
    void attempt(async () => {
      const { learns } = await api.answerTerms({ by: name(), topic, [how]: terms });
      await show(learns);
    });
  void attempt(() => show());
  return content;
}

type Answer = (topic: string, how: 'take' | 'refuse', terms: readonly string[]) => void;

function proposal({ topic, proposed, whyNot, taken, refused }: Terms, answer: Answer): HTMLElement {
  const { boxes, button } = choosing(proposed);
  const say =
    (how: 'take' | 'refuse') =>
    (terms: readonly string[]): void =>
      answer(topic, how, terms);
  const none =
    whyNot === undefined
      ? 'Accepted pages share no other terms that the topic lacks.'
      : `None so far: ${whyNot}.`;
  return panel(
    `New terms for ${topic}`,
    proposed.length === 0
      ? h('p', { class: 'quiet' }, none)
      : [
          h('p', { class: 'quiet' }, 'Accepted pages share these terms, and the corpus lacks them.'),
          table(
            `new terms for ${topic}`,
            ['Term', 'Accepted pages', 'Rejected pages', 'Sites', 'Example'],
            proposed.map((one, place) => [h('label', {}, boxes[place], ' ', one.term), ...figures(one)]),
            [1, 2, 3],
          ),
          h('p', {}, button('Add', say('take')), ' ', button('Not about the topic', say('refuse'))),
        ],
    answered('Added', taken, (term) => ['Remove', () => answer(topic, 'refuse', [term])]),
    answered('Refused', refused, (term) => ['Add', () => answer(topic, 'take', [term])]),
  );
}

/** A box for each term, and buttons that act on those that are checked. */
export function choosing(terms: readonly { readonly term: string }[]): {
  readonly boxes: readonly HTMLInputElement[];
  readonly button: (label: string, act: (terms: readonly string[]) => void) => HTMLElement;
} {
  const boxes = terms.map(({ term }) => h('input', { type: 'checkbox', value: term, 'aria-label': term }));
  const click = (act: (terms: readonly string[]) => void) => (): void => {
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    if (chosen.length > 0) act(chosen);
  };
  const button = (label: string, act: (terms: readonly string[]) => void): HTMLElement =>
    h('button', { type: 'button', click: click(act) }, label);
  return { boxes, button };
}

function figures({ accepted, rejected, sites, examples }: NewTerm): readonly (string | Node)[] {
  const [example = ''] = examples;
  const link = h('span', {}, webLink(example, hostOf(example)));
  return [
    `${shown(accepted.pages)} of ${shown(accepted.of)}`,
    `${shown(rejected.pages)} of ${shown(rejected.of)}`,
    shown(sites),
    link,
  ];
}

/** The host of an address, or the address where it has none. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** Terms that a person answered about, each with a button that answers otherwise; undefined for none. */
export function answered(
  what: string,
  terms: readonly Pick<TermAnswer, 'term' | 'by'>[],
  undo: (term: string) => readonly [label: string, act: () => void],
): HTMLElement | undefined {
  if (terms.length === 0) return undefined;
  return h(
    'p',
    {},
    `${what}: `,
    terms.map(({ term, by }, place) => {
      const [label, act] = undo(term);
      const button = h('button', { type: 'button', 'aria-label': `${label} ${term}`, click: act }, label);
      return [place === 0 ? '' : ', ', `${term} (${by}) `, button];
    }),
  );
}
