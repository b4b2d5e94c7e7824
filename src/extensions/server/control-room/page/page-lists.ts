import type { ChangedPages, ListedPage } from './api.js';
import { h, renew, shown, type Content } from './dom-elements.js';
import { followed, pageTable, steadily, widePanel, type Room, type View } from './page-parts.js';

const LISTS = [
  ['accepted', 'accepted'],
  ['near', 'rejected, best score first'],
  ['rejected', 'rejected, latest first'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
  ['all', 'all'],
] as const;
const COUNT = 50;

/** Lists of pages. @param code the reason for which listed URLs were skipped or failed */
export function pages({ api, attempt, state }: Room, code?: string): View {
  const list = h('div');
  const showSteadily = steadily(list);
  let offset = 0;
  const lists = [...(code === undefined ? [] : [[code, code] as const]), ...LISTS];
  const which = h('select', { id: 'which' }, ...lists.map(([value, text]) => h('option', { value }, text)));
  const text = h('input', { id: 'search', type: 'search', placeholder: 'text in address or title' });
  const load = (): Promise<void> => attempt(() => show((parts) => renew(list, ...parts())));
  async function show(put: (parts: () => readonly Content[]) => void): Promise<void> {
    const wish = { which: which.value, text: text.value, offset, count: COUNT };
    const found = await api.get<{ total: number; pages: readonly ListedPage[] }>('pages', wish);
    const more = (label: string, by: number, isThere: boolean): HTMLElement =>
      h('button', { type: 'button', disabled: !isThere, click: () => void turn(by) }, label);
    const last = Math.min(found.total, offset + COUNT);
    put(() => [
      h(
        'p',
        {},
        found.total === 0
          ? 'No such pages.'
          : `${shown(offset + 1)} to ${shown(last)} of ${shown(found.total)}`,
      ),
      pageTable('pages', found.pages),
      h('p', {}, more('Previous', -COUNT, offset > 0), ' ', more('Next', COUNT, last < found.total)),
    ]);
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
  return {
    content: h('div', {}, form, list),
    update: followed(() => attempt(() => show(showSteadily)), state()),
  };
}

/** The pages whose verdicts an action changed. */
export function changes({ api, attempt, state }: Room, action: string): View {
  const content = h('div', { class: 'panels' }, 'loading …');
  void attempt(async () => {
    const { accepted, rejected } = await api.get<ChangedPages>('changes', { action });
    const asked = state().actions.find(({ id }) => id === action);
    renew(
      content,
      asked && h('p', { class: 'wide' }, `After ${asked.by} said: ${asked.effect}`),
      widePanel(
        `In: ${shown(accepted.length)} pages accepted because of it`,
        pageTable('accepted', accepted),
      ),
      widePanel(
        `Out: ${shown(rejected.length)} pages rejected because of it`,
        pageTable('rejected', rejected),
      ),
    );
  });
  return { content };
}
