import type { WholePage } from './api.js';
import { h, renew, shown, webLink, type Content } from './dom-elements.js';
import { pageLink, panel, reasonFor, reasonLink, table, type Room, type View } from './page-parts.js';

/** The text of a page with its evidence marked; places are code points. */
export function marked(
  text: string,
  evidence: NonNullable<WholePage['event']['judgement']>['reason']['evidence'],
): Content[] {
  const characters = Array.from(text);
  const spans = evidence
    .flatMap(({ lemma, pull, mentions = [] }) =>
      mentions.map(([begin, end]) => ({ begin, end, lemma, pull })),
    )
    .sort((a, b) => a.begin - b.begin);
  const parts: Content[] = [];
  let at = 0;
  for (const { begin, end, lemma, pull } of spans) {
    if (begin < at) continue;
    const title = `${lemma}: ${pull > 0 ? '+' : ''}${shown(pull, 3)}`;
    parts.push(
      characters.slice(at, begin).join(''),
      h('mark', { title }, characters.slice(begin, end).join('')),
    );
    at = end;
  }
  parts.push(characters.slice(at).join(''));
  return parts;
}

/** Everything about one page. */
export function page({ api, act }: Room, url: string): View {
  const content = h('div', {}, 'loading …');
  const show = async (): Promise<void> => {
    const found = await api.get<WholePage>('page', { url });
    const { event, verdict, text, ratings } = found;
    const { judgement } = event;
    const answers = Object.entries(ratings).map(([by, answer]) => `${by}: ${answer}`);
    const rate = (label: string, answer: string): HTMLElement =>
      h('button', { type: 'button', click: () => void act({ kind: 'rate', url, answer }).then(show) }, label);
    renew(
      content,
      h('h2', {}, event.title || url),
      h('p', {}, webLink(url)),
      h(
        'p',
        {},
        h('strong', { class: verdict }, verdict),
        ' ',
        judgement?.reason.summary.replace(`${verdict}: `, '') ?? event.message,
        ...(event.code === undefined ? [] : [' (', reasonLink(event.code), ')']),
      ),
      ...(judgement === undefined ? [] : [h('p', { class: 'quiet' }, otherVerdict(judgement))]),
      h(
        'p',
        {},
        rate('About the topic', 'yes'),
        ' ',
        rate('Not about it', 'no'),
        ' ',
        rate('Take back', 'skip'),
      ),
      ...(answers.length === 0 ? [] : [h('p', {}, `People: ${answers.join(', ')}`)]),
      h('div', { class: 'panels' }, wayPanel(found), evidencePanel(judgement)),
      ...(text === undefined
        ? [h('p', { class: 'quiet' }, 'Its text was not kept.')]
        : [
            h('h2', {}, 'Text'),
            h(
              'div',
              { class: 'text', tabindex: 0, role: 'region', 'aria-label': 'text of the page' },
              ...marked(text, judgement?.reason.evidence ?? []),
            ),
          ]),
    );
  };
  void show().catch((error: unknown) =>
    content.replaceChildren(String(error instanceof Error ? error.message : error)),
  );
  return { content };
}

/** What would have to change for another verdict. */
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

function wayPanel({ way, event, archived }: WholePage): HTMLElement {
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
    event.capturedAt === undefined ? '' : archiveText(event.capturedAt, archived),
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

function archiveText(capturedAt: string, archived: WholePage['archived']): string {
  if (archived === undefined) return `captured ${capturedAt}`;
  return `captured ${capturedAt}, in ${archived.file} at byte ${archived.offset}`;
}

function anchorOf({ anchorText }: WholePage['event']): string {
  return anchorText === undefined ? '' : `, under “${anchorText}”`;
}

function evidencePanel(judgement: WholePage['event']['judgement']): HTMLElement {
  const rows = (judgement?.reason.evidence ?? []).map(({ lemma, pull, documents }) => [
    lemma,
    `${pull > 0 ? '+' : ''}${shown(pull, 3)}`,
    shown(documents),
  ]);
  return panel(
    'Evidence',
    rows.length === 0
      ? h('p', { class: 'quiet' }, 'None.')
      : table('evidence', ['Term', 'Pull', 'Corpus documents'], rows, [1, 2]),
  );
}
