import type { ListedPage } from './api.js';
import { h, shown } from './elements.js';
import { pageTable, type Room, type View } from './parts.js';

const LISTS = [
  ['accepted', 'accepted'],
  ['near', 'rejected, best score first'],
  ['rejected', 'rejected, latest first'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
  ['all', 'all'],
] as const;
const COUNT = 50;

/** Lists of pages. */
export function pages({ api }: Room): View {
  const list = h('div');
  let offset = 0;
  const which = h('select', { id: 'which' }, ...LISTS.map(([value, text]) => h('option', { value }, text)));
  const text = h('input', { id: 'search', type: 'search', placeholder: 'text in address or title' });
  async function load(): Promise<void> {
    const wish = { which: which.value, text: text.value, offset, count: COUNT };
    const found = await api.get<{ total: number; pages: readonly ListedPage[] }>('pages', wish);
    const more = (label: string, by: number, isThere: boolean): HTMLElement =>
      h('button', { type: 'button', disabled: !isThere, click: () => void turn(by) }, label);
    const last = Math.min(found.total, offset + COUNT);
    list.replaceChildren(
      h(
        'p',
        {},
        found.total === 0
          ? 'No such pages.'
          : `${shown(offset + 1)} to ${shown(last)} of ${shown(found.total)}`,
      ),
      pageTable('pages', found.pages),
      h('p', {}, more('Previous', -COUNT, offset > 0), ' ', more('Next', COUNT, last < found.total)),
    );
  }
  const turn = (by: number): Promise<void> => {
    offset = Math.max(0, offset + by);
    return load();
  };
  const again = (event: Event): void => {
    event.preventDefault();
    offset = 0;
    void load();
  };
  which.addEventListener('change', again);
  void load();
  const form = h(
    'form',
    { class: 'row', submit: again },
    h('label', {}, 'Pages ', which),
    h('label', {}, 'with ', text),
    h('button', {}, 'Show'),
  );
  return { content: h('div', {}, form, list) };
}
