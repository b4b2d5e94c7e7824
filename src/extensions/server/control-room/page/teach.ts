import type { ListedPage, Status, WholePage } from './api.js';
import { h, renew, shown, webLink } from './dom-elements.js';
import { pageLink, type Room, type View } from './page-parts.js';
import { marked } from './one-page.js';

/** What becomes of the model with the answers of all people. */
function retrainingText({ model, retraining, answers }: Status): string {
  const now =
    model === undefined ? '' : `Model ${model.number} judges, trained with ${model.yes + model.no} answers. `;
  if (retraining?.whyNot !== undefined)
    return `${now}The model is not trained with them: ${retraining.whyNot}.`;
  if (retraining?.from === undefined || model !== undefined) return now;
  return `From ${retraining.from} answers on the model is trained with them; so far people gave ${answers}.`;
}

/** Questions about the pages from whose verdict the classifier learns most. */
export function teach({ api, act, attempt, name, state }: Room): View {
  const content = h('div');
  let open: ListedPage[] = [];
  let answered = 0;
  const next = (): Promise<void> => attempt(ask);
  const ask = async (): Promise<void> => {
    if (open.length === 0)
      open = [...(await api.get<readonly ListedPage[]>('questions', { by: name(), count: 5 }))];
    const [asked] = open;
    if (asked === undefined) {
      renew(content, h('p', {}, 'No page is left to ask about.'));
      return;
    }
    const { text, event } = await api.get<WholePage>('page', { url: asked.url });
    const button = (label: string, key: string): HTMLElement =>
      h('button', { type: 'button', 'data-answer': key, click: () => void say(key) }, label);
    renew(
      content,
      h(
        'p',
        { class: 'quiet' },
        `${answered} answered. From eight answers on the threshold moves with them. ${retrainingText(state().status)}`,
      ),
      h('h2', {}, pageLink(asked)),
      h('p', {}, webLink(asked.url)),
      h('p', {}, `score ${shown(asked.score, 3)}`),
      h('p', {}, button('Yes (y)', 'yes'), ' ', button('No (n)', 'no'), ' ', button('Skip (s)', 'skip')),
      h(
        'div',
        { class: 'text', tabindex: 0, role: 'region', 'aria-label': 'text of the page' },
        text === undefined
          ? 'Its text was not kept; open the address above.'
          : marked(text.slice(0, 5000), event.judgement?.reason.evidence ?? []),
      ),
    );
  };
  const say = async (answer: string): Promise<void> => {
    const asked = open.shift();
    if (asked === undefined) return;
    answered += 1;
    await act({ kind: 'rate', url: asked.url, answer });
    await next();
  };
  void next();
  const keys: Readonly<Record<string, string>> = { y: 'yes', n: 'no', s: 'skip' };
  return {
    content,
    onKey: (key) => {
      const answer = keys[key];
      if (answer !== undefined) void say(answer);
    },
  };
}
