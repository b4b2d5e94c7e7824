import type { Candidate, CandidateAnswer, Candidates } from './api.js';
import { h, renew, shown, webLink, type Content } from './dom-elements.js';
import { panel, table, type Room } from './page-parts.js';

/** Nouns that accepted pages share and the vocabularies of topics lack, for their keepers; empty for topics without one. */
export function vocabularyCandidates({ api, attempt, name }: Room): HTMLElement {
  const content = h('div', { class: 'panels' });
  const show = async (): Promise<void> => {
    const topics = await api.get<readonly Candidates[]>('candidates');
    renew(
      content,
      topics.map((candidates) => proposal(candidates, { answer, save })),
    );
  };
  const answer: Acts['answer'] = (topic, how, terms) =>
    void attempt(async () => {
      await api.answerCandidates({ by: name(), topic, [how]: terms });
      await show();
    });
  const save: Acts['save'] = (topic) =>
    void attempt(async () => saveAs(`${topic}-candidates.ttl`, await api.file('candidates.ttl', { topic })));
  void attempt(show);
  return content;
}

/** What the buttons do. */
interface Acts {
  readonly answer: (topic: string, how: 'take' | 'decline', terms: readonly string[]) => void;
  readonly save: (topic: string) => void;
}

function saveAs(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}

function proposal(
  { topic, proposed, whyNot, taken, declined }: Candidates,
  { answer, save }: Acts,
): HTMLElement {
  const { boxes, button } = choosing(proposed);
  const none =
    whyNot === undefined
      ? 'Accepted pages share no other nouns that the vocabulary lacks.'
      : `None so far: ${whyNot}.`;
  const hasFile = proposed.length + taken.length > 0;
  return panel(
    `Candidates for the vocabulary of ${topic}`,
    proposed.length === 0
      ? h('p', { class: 'quiet' }, none)
      : [
          h('p', { class: 'quiet' }, 'Accepted pages share these nouns, and no concept is named so.'),
          table(
            `candidates for the vocabulary of ${topic}`,
            ['Term', 'Accepted pages', 'Sites', 'Nearest concept', 'In the pages'],
            proposed.map((one, place) => [h('label', {}, boxes[place], ' ', one.term), ...figures(one)]),
            [1, 2],
          ),
          h(
            'p',
            {},
            button('Accept', (terms) => answer(topic, 'take', terms)),
            ' ',
            button('Decline', (terms) => answer(topic, 'decline', terms)),
          ),
        ],
    answered('Accepted', taken, (term) => ['Decline', () => answer(topic, 'decline', [term])]),
    answered('Declined', declined, (term) => ['Accept', () => answer(topic, 'take', [term])]),
    hasFile
      ? h('p', {}, h('button', { type: 'button', click: () => save(topic) }, 'Download as SKOS'))
      : undefined,
  );
}

function figures({ accepted, sites, nearest, contexts, pages }: Candidate): readonly Content[] {
  const links = pages.map((page, place) => [place === 0 ? '' : ', ', webLink(page, hostOf(page))]);
  return [
    `${shown(accepted.pages)} of ${shown(accepted.of)}`,
    shown(sites),
    nearest === undefined ? '–' : webLink(nearest.iri, nearest.label),
    h(
      'div',
      {},
      contexts.slice(0, 1).map((context) => h('p', {}, context)),
      h('p', { class: 'quiet' }, links),
    ),
  ];
}

/** A box for each term, and buttons that act on those that are checked. */
function choosing(terms: readonly { readonly term: string }[]): {
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

/** The host of an address, or the address where it has none. */
function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** Terms that a person answered about, each with a button that answers otherwise; undefined for none. */
function answered(
  what: string,
  terms: readonly CandidateAnswer[],
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
