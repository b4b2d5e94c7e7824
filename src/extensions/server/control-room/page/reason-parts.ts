import type { Judgement, NounEvidence, State } from './api.js';
import { h, shown, type Content } from './dom-elements.js';
import { divergingBar, table } from './page-parts.js';

/** Steps of strength in which marks are coloured. */
const STEPS = 3;

/** Strength of a pull next to the strongest one: 1 to 3. */
function strength(pull: number, most: number): number {
  return Math.max(1, Math.ceil((STEPS * Math.abs(pull)) / (most || 1)));
}

function strongest(evidence: readonly NounEvidence[]): number {
  return Math.max(...evidence.map(({ pull }) => Math.abs(pull)), 0);
}

/** The text of a page with its terms marked: green for, red against, stronger with their pull; places are code points. */
export function marked(text: string, evidence: readonly NounEvidence[]): Content[] {
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
    const title = `${lemma}: ${pull > 0 ? '+' : ''}${shown(pull, 2)}`;
    const kind = `${pull > 0 ? 'for' : 'against'}-${strength(pull, most)}`;
    parts.push(
      characters.slice(at, begin).join(''),
      h('mark', { title, class: kind }, characters.slice(begin, end).join('')),
    );
    at = end;
  }
  parts.push(characters.slice(at).join(''));
  return parts;
}

/** The terms of a reason as bars to both sides, each with a button by which it says nothing from then on. */
export function termBars(
  judgement: Judgement | undefined,
  ignored: State['ignored'],
  ignore: ((kind: 'ignore' | 'unignore', term: string) => void) | undefined,
): HTMLElement {
  const evidence = judgement?.reason.evidence ?? [];
  if (evidence.length === 0) return h('p', { class: 'quiet' }, 'No words to judge by.');
  const most = strongest(evidence);
  const by = new Map(ignored.map((one) => [one.term, one.by]));
  const rows = evidence.map(({ lemma, pull, documents }) => {
    const who = by.get(lemma);
    return [
      h(who === undefined ? 'span' : 's', {}, lemma),
      divergingBar(who === undefined ? pull / (most || 1) : 0),
      `${pull > 0 ? '+' : ''}${shown(pull, 2)}`,
      shown(documents),
      ...(ignore === undefined ? [] : [ignoreButton(lemma, who, ignore)]),
    ];
  });
  const heads = ['Word', 'Against | for', 'Pull', 'Texts of the topic'];
  return table('evidence', [...heads, ...(ignore === undefined ? [] : ['Teach'])], rows, [2, 3]);
}

function ignoreButton(
  term: string,
  who: string | undefined,
  ignore: (kind: 'ignore' | 'unignore', term: string) => void,
): Content {
  const [kind, text] =
    who === undefined ? (['ignore', 'says nothing'] as const) : (['unignore', 'counts again'] as const);
  return [
    h(
      'button',
      { type: 'button', class: 'small', 'aria-label': `${term} ${text}`, click: () => ignore(kind, term) },
      text,
    ),
    who === undefined ? undefined : h('span', { class: 'quiet' }, ` ignored by ${who}`),
  ];
}
