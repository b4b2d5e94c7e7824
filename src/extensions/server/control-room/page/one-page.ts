import type { State, WholePage } from './api.js';
import { h, renew, shown, webLink, type Content } from './dom-elements.js';
import {
  badge,
  isSealed,
  pageLink,
  pair,
  panel,
  reasonFor,
  reasonLink,
  type Room,
  type View,
} from './page-parts.js';
import { marked, termBars } from './reason-parts.js';

/** Milliseconds after which most pages have been judged again. */
const JUDGED_AGAIN = 3000;

/** Everything about one page. */
export function page({ api, act, state }: Room, url: string): View {
  const content = h('div', { class: 'one-page' }, 'loading …');
  const keyOf = ({ ignored, actions }: State): string => `${ignored.length} ${actions[0]?.id ?? ''}`;
  let asked = keyOf(state());
  const show = async (): Promise<void> => {
    const found = await api.get<WholePage>('page', { url });
    const { event, verdict, text, ratings } = found;
    const { judgement } = event;
    const answers = Object.entries(ratings).map(([by, answer]) => `${by}: ${answer}`);
    const rate = (label: string, answer: string): HTMLElement =>
      h(
        'button',
        { type: 'button', class: answer, click: () => void act({ kind: 'rate', url, answer }).then(show) },
        label,
      );
    const ignore = (kind: 'ignore' | 'unignore', term: string): void => void act({ kind, term }).then(show);
    const canTeach = !isSealed(state());
    renew(
      content,
      h('h2', { class: 'title', dir: 'auto' }, event.title || url),
      h('p', { class: 'address' }, webLink(url)),
      h(
        'p',
        {},
        badge(verdict),
        ' ',
        judgement?.reason.summary.replace(`${verdict}: `, '') ?? event.message,
        ...(event.code === undefined ? [] : [' (', reasonLink(event.code), ')']),
      ),
      judgement && h('p', { class: 'quiet' }, otherVerdict(judgement)),
      ignoredText(judgement),
      canTeach
        ? h(
            'p',
            { class: 'buttons' },
            rate('About the topic', 'yes'),
            rate('Not about it', 'no'),
            rate('Take back', 'skip'),
          )
        : undefined,
      answers.length === 0 ? undefined : h('p', {}, `People: ${answers.join(', ')}`),
      pair(
        panel('Evidence', termBars(judgement, state().ignored, canTeach ? ignore : undefined)),
        wayPanel(found),
      ),
      textPart(text, judgement),
    );
  };
  const load = (): void =>
    void show().catch((error: unknown) =>
      content.replaceChildren(String(error instanceof Error ? error.message : error)),
    );
  load();
  return {
    content,
    update(found) {
      // What people say of the page, or of its words, may change it, at once or when it has been judged again.
      if (keyOf(found) === asked) return;
      asked = keyOf(found);
      load();
      setTimeout(load, JUDGED_AGAIN);
    },
  };
}

function ignoredText(judgement: WholePage['event']['judgement']): Content {
  const { ignored } = judgement?.reason ?? {};
  if (ignored === undefined) return undefined;
  const terms = ignored.terms.join(', ');
  return h(
    'p',
    { class: 'quiet' },
    `Without ${terms}, which people ignore; with that, its score is ${shown(ignored.score, 3)}.`,
  );
}

function textPart(text: string | undefined, judgement: WholePage['event']['judgement']): Content {
  if (text === undefined) return h('p', { class: 'quiet' }, 'Its text was not kept.');
  return [
    h('h2', {}, 'Text'),
    h(
      'div',
      { class: 'text', tabindex: 0, role: 'region', 'aria-label': 'text of the page', dir: 'auto' },
      marked(text, judgement?.reason.evidence ?? []),
    ),
  ];
}

/** Changes that would lead to another verdict. */
function otherVerdict({
  score,
  model,
  reason: { band },
}: NonNullable<WholePage['event']['judgement']>): string {
  if (band.low === null) return 'The verdict does not depend on a threshold.';
  const by = model === undefined ? '' : ` Judged by model ${model}.`;
  const off = score - band.low;
  return off >= 0
    ? `It would be rejected with a threshold above ${shown(score, 3)} (now ${shown(band.low, 3)}).${by}`
    : `It would be accepted with a threshold of ${shown(score, 3)} or less (now ${shown(band.low, 3)}).${by}`;
}

function wayPanel({ way, event }: WholePage): HTMLElement {
  const { priority } = event;
  const reason =
    priority === undefined
      ? ['a seed']
      : [`priority ${shown(priority.value, 3)}`, anchorOf(event), ': ', reasonFor(priority)];
  const facts = [
    `event ${shown(event.sequence)} at ${event.time}`,
    event.status === undefined ? '' : `HTTP status ${event.status}`,
    event.bytes === undefined ? '' : `${shown(event.bytes)} bytes`,
    event.reading === undefined ? '' : `read from ${READ_FROM[event.reading.from]}`,
    event.capturedAt === undefined ? '' : `captured ${event.capturedAt}`,
  ].filter((fact) => fact !== '');
  return panel(
    'How the crawl came here',
    h(
      'ol',
      { class: 'way' },
      ...way.map((step) =>
        h('li', {}, pageLink(step), ' ', h('span', { class: step.verdict }, step.verdict)),
      ),
      h('li', {}, 'this page, ', ...reason),
    ),
    h('p', { class: 'quiet' }, facts.join('; ')),
  );
}

const READ_FROM = {
  data: 'data in the page',
  rendered: 'what its scripts made of it',
  html: 'its HTML, although scripts fill it',
  pdf: 'PDF',
  docx: 'Word',
  odt: 'OpenDocument text',
  epub: 'EPUB',
  text: 'plain text',
  markdown: 'Markdown',
} as const;

function anchorOf({ anchorText }: WholePage['event']): string {
  return anchorText === undefined ? '' : `, under “${anchorText}”`;
}
