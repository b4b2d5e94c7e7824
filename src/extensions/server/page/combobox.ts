import { h, renew } from '../control-room/page/dom-elements.js';
import type { Choice } from './choices.js';

/** Milliseconds after a key until what was typed is searched for. */
const PAUSE = 150;

/**
 * A field with a list of what fits the text typed so far, which arrows and Enter choose from (the pattern Combobox of ARIA).
 * Other values can be typed.
 * @param find what fits a text; called with the last one only
 */
export function combobox(
  attributes: { readonly id: string; readonly name: string; readonly placeholder: string },
  find: (typed: string, signal: AbortSignal) => Promise<readonly Choice[]>,
): HTMLElement {
  const listId = `${attributes.id}-list`;
  const list = h('ul', { id: listId, role: 'listbox', 'aria-label': 'choices', hidden: true });
  const input = h('input', {
    ...attributes,
    ...{ role: 'combobox', autocomplete: 'off', spellcheck: 'false', required: true },
    ...{ 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': listId },
  });
  const close = (): void => {
    waiting.abort();
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const choose = (option: Element | undefined): void => {
    if (!(option instanceof HTMLElement)) return;
    input.value = option.dataset['value'] ?? '';
    close();
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  let waiting = new AbortController();
  const search = (typed: string, pause = PAUSE): void => {
    waiting.abort();
    const mine = (waiting = new AbortController());
    setTimeout(() => {
      if (mine.signal.aborted) return;
      find(typed, mine.signal).then(
        (choices) => {
          if (mine.signal.aborted || document.activeElement !== input) return;
          renew(list, ...choices.map((choice, at) => optionOf(choice, `${listId}-${at}`, choose)));
          list.hidden = choices.length === 0;
          input.setAttribute('aria-expanded', String(!list.hidden));
          input.removeAttribute('aria-activedescendant');
        },
        () => undefined,
      );
    }, pause);
  };
  input.addEventListener('focus', () => search('', 0));
  input.addEventListener('click', () => {
    if (list.hidden) search('', 0);
  });
  input.addEventListener('input', () => {
    // What is listed does not fit any more.
    close();
    search(input.value);
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (list.hidden) {
      if (event.key === 'ArrowDown') search('', 0);
      return;
    }
    const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way !== undefined) step(input, [...list.children], active, way);
    else if (event.key === 'Enter' && active !== null) choose(active);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  return h('div', { class: 'combobox' }, input, list);
}

function optionOf(
  { value, label }: Choice,
  id: string,
  choose: (option: Element | undefined) => void,
): HTMLElement {
  const option = h(
    'li',
    { id, role: 'option', 'aria-selected': 'false', 'data-value': value },
    h('span', { class: 'choice' }, label ?? value),
    label === undefined ? undefined : h('span', { class: 'quiet' }, value),
  );
  // Before the field loses the focus.
  option.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    choose(option);
  });
  return option;
}

function step(
  input: HTMLInputElement,
  options: readonly Element[],
  active: Element | null,
  way: number,
): void {
  const at = active === null ? (way > 0 ? 0 : options.length - 1) : options.indexOf(active) + way;
  const next = options[(at + options.length) % options.length];
  for (const option of options) option.setAttribute('aria-selected', String(option === next));
  if (next === undefined) return;
  input.setAttribute('aria-activedescendant', next.id);
  next.scrollIntoView({ block: 'nearest' });
}
