import { h, renew } from '../../control-room/page/dom-elements.js';
import type { ListedTopic, CrawlPlan, StartedCrawl, StoredWeb } from '../../control-room/page/api.js';
import { card, copyButton, labelled, placeOf, saying, type BenchRoom, keepContact } from './bench-parts.js';
import { createForm, fillTopics, fillWebs, wishOf, type Form } from './new-crawl-form.js';
import { seedsCard } from './new-crawl-seeds.js';

/** Milliseconds after the last change until the plan is made again, and between two looks at a crawl that starts. */
const WAIT = { plan: 350, start: 500 };

/** The form of a new crawl. @param parameters `topic`, `web` */
export function newCrawl(room: BenchRoom, parameters: URLSearchParams): HTMLElement {
  const form = createForm(parameters);
  const side = createSide(room, form);
  const content = h(
    'div',
    { class: 'bench new-crawl' },
    h('h2', {}, 'New crawl'),
    h(
      'div',
      { class: 'columns' },
      h(
        'div',
        {},
        subjectCard(form),
        whereCard(form),
        seedsCard(room, form, side.changed),
        limitsCard(form),
        manners(form),
      ),
      h('div', { class: 'aside' }, side.element),
    ),
  );
  content.addEventListener('input', side.changed);
  void side.attempt(async () => {
    const [topics, webs] = await Promise.all([
      room.api.get<readonly ListedTopic[]>('topics'),
      room.api.get<readonly StoredWeb[]>('webs'),
    ]);
    fillTopics(form, topics, parameters.get('topic'));
    fillWebs(form, webs, parameters.get('web'));
    side.look();
  });
  return content;
}

function subjectCard({ topic, name, accept }: Form): HTMLElement {
  return card(
    'What',
    labelled('Topic', topic, 'Pages are judged by it.'),
    labelled('Name of the crawl', name, 'Its results are kept under this name.'),
    labelled('Take a page', accept),
  );
}

function whereCard({ place, scope }: Form): HTMLElement {
  return card('Where', labelled('Crawl', place), labelled('Follow links', scope));
}

function limitsCard({ maxPages, minutes, perHost, include, exclude, archive }: Form): HTMLElement {
  return card(
    'How much',
    labelled('Pages to request at most', maxPages),
    labelled('Minutes at most (optional)', minutes),
    h(
      'label',
      { class: 'choice', for: 'archive' },
      archive,
      ' Keep the pages as they were fetched (a web archive)',
    ),
    h(
      'details',
      {},
      h('summary', {}, 'More limits'),
      labelled('Pages of one host at most (optional)', perHost),
      labelled(
        'Only addresses like (optional)',
        include,
        '* stands for anything; several are separated by blanks.',
      ),
      labelled('No addresses like (optional)', exclude),
    ),
  );
}

function manners({ delay, concurrency, contact }: Form): HTMLElement {
  return card(
    'Manners',
    h(
      'p',
      { class: 'quiet' },
      'sfwc obeys robots.txt, waits between two requests to a host, and says who asks.',
    ),
    labelled(
      'Your e-mail or web address',
      contact,
      'Every server sees it, so that its operators can reach you. It is needed for crawls of the Web.',
    ),
    h(
      'details',
      {},
      h('summary', {}, 'Pace'),
      labelled(
        'Seconds between two requests to a host',
        delay,
        'Longer where a host is slow or asks for it.',
      ),
      labelled('Hosts at the same time', concurrency),
    ),
  );
}

/** Ids of inputs by the fields of the API, where they differ. */
const INPUTS: Readonly<Record<string, string>> = {
  name: 'name-of-crawl',
  maxSeconds: 'minutes',
  web: 'place',
};

/** The estimate, the command line, and the button that starts. */
function createSide(
  { api, go }: BenchRoom,
  form: Form,
): {
  readonly element: HTMLElement;
  readonly changed: () => void;
  /** Makes the plan of the form as it is, before anybody has touched it. */
  readonly look: () => void;
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
} {
  const estimate = h('p', { class: 'estimate-text', role: 'status' });
  const [command, open] = [h('code', { class: 'command' }), h('ul', { class: 'problems' })];
  const start = h('button', { type: 'button', class: 'primary large', disabled: true }, 'Start the crawl');
  const { element: said, say, attempt } = saying();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouched = false;

  const plan = async (): Promise<void> => {
    const { problems, command: line, estimate: found } = await api.post<CrawlPlan>('plans', wishOf(form));
    showProblems(problems, isTouched);
    renew(
      open,
      ...(isTouched
        ? []
        : problems.map(({ field, message }) => h('li', {}, `${labelOf(field)}: ${message}`))),
    );
    estimate.textContent = found.text;
    command.textContent = line;
    start.disabled = problems.length > 0;
  };
  const changed = (): void => {
    isTouched = true;
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(plan), WAIT.plan);
  };
  start.addEventListener('click', () => {
    start.disabled = true;
    void attempt(async () => {
      keepContact(form.contact.value.trim());
      const { name } = await api.post<StartedCrawl>('crawls', wishOf(form));
      say('Starting …');
      await untilBegun(name);
      go(placeOf('crawls', name, 'overview'));
    }).finally(() => (start.disabled = false));
  });
  const untilBegun = async (name: string): Promise<void> => {
    for (;;) {
      const { state, problem } = await api.get<StartedCrawl>(`starts/${encodeURIComponent(name)}`);
      if (state === 'begun') return;
      if (state === 'failed') throw new Error(problem ?? 'The crawl did not start.');
      await new Promise((resolve) => setTimeout(resolve, WAIT.start));
    }
  };
  const element = h(
    'section',
    { class: 'card summary' },
    h('h2', {}, 'Start'),
    estimate,
    open,
    start,
    said,
    h('p', { class: 'quiet' }, 'It continues when you close this page.'),
    h(
      'details',
      {},
      h('summary', {}, 'The same as a command'),
      command,
      copyButton(() => command.textContent),
    ),
  );
  return { element, changed, look: () => void attempt(plan), attempt };
}

function labelOf(field: string): string {
  return document.querySelector(`label[for="${INPUTS[field] ?? field}"]`)?.textContent ?? field;
}

/** Says at each field what is wrong with it. */
function showProblems(problems: CrawlPlan['problems'], isTouched: boolean): void {
  for (const place of document.querySelectorAll('.new-crawl .wrong')) place.textContent = '';
  for (const input of document.querySelectorAll('.new-crawl [aria-invalid]'))
    input.removeAttribute('aria-invalid');
  if (!isTouched) return;
  for (const { field, message } of problems) {
    const id = INPUTS[field] ?? field;
    const place = document.getElementById(`${id}-wrong`);
    if (place === null) continue;
    place.textContent = message;
    document.getElementById(id)?.setAttribute('aria-invalid', 'true');
  }
}
