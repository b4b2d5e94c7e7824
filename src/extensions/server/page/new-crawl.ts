import type { CrawlPlan, Job, Judgement, ListedTopic, StartedCrawl, StoredWeb } from './api.js';
import {
  card,
  choice,
  contactOf,
  keepContact,
  labelled,
  placeOf,
  saying,
  type BenchRoom,
} from './bench-parts.js';
import { button, h, more, options, quiet, renew, shown, webLink } from './dom-elements.js';

/** Milliseconds after the last change until the plan is made again, and between two looks at a crawl that starts. */
const WAIT = { plan: 350, start: 500 };
const SCOPES = {
  any: 'wherever links lead',
  domain: 'on the sites of the first addresses',
  host: 'on the hosts of the first addresses only',
};
const ACCEPTS = { balanced: 'balanced', precise: 'only when it is sure', broad: 'also when it is not sure' };

/** The inputs of the form, by the fields of the API. */
type Form = ReturnType<typeof createForm>;

/** Ids of inputs by the fields of the API, where they differ. */
const INPUTS: Readonly<Record<string, string>> = {
  name: 'name-of-crawl',
  maxSeconds: 'minutes',
  web: 'place',
};

function createForm() {
  const number = (id: string, value: string, min: number, step = '1'): HTMLInputElement =>
    h('input', { id, type: 'number', value, min, step, inputmode: 'decimal' });
  const seeds = { id: 'seeds', rows: 5, spellcheck: 'false', placeholder: 'https://example.org/' };
  const contact = { id: 'contact', autocomplete: 'email', placeholder: 'ada@example.org' };
  return {
    topic: h('select', { id: 'topic' }),
    name: h('input', { id: 'name-of-crawl', maxlength: 100, autocomplete: 'off' }),
    web: h('select', { id: 'place' }),
    seeds: h('textarea', seeds),
    maxPages: number('maxPages', '200', 1),
    maxSeconds: number('minutes', '', 1),
    scope: h('select', { id: 'scope' }, options(SCOPES)),
    accept: h('select', { id: 'accept' }, options(ACCEPTS)),
    delay: number('delay', '1', 0, '0.1'),
    concurrency: number('concurrency', '8', 1),
    maxPagesPerHost: number('maxPagesPerHost', '', 1),
    include: h('input', { id: 'include', placeholder: 'https://example.org/news/*' }),
    exclude: h('input', { id: 'exclude', placeholder: '*/calendar/*' }),
    warc: h('input', { id: 'archive', type: 'checkbox', checked: true }),
    contact: h('input', { ...contact, value: contactOf() }),
  };
}

/** The values of the form as the API takes them; what is usual is left out. */
function wishOf(form: Form): Readonly<Record<string, unknown>> {
  const text = ({ value }: HTMLInputElement | HTMLSelectElement, usual = ''): string | undefined =>
    [usual, ''].includes(value.trim()) ? undefined : value.trim();
  const number = (input: HTMLInputElement, usual = '', times = 1): number | undefined => {
    const written = text(input, usual);
    return written === undefined ? undefined : times * Number(written);
  };
  const isStored = form.web.value !== '';
  const wish = {
    name: form.name.value.trim(),
    topic: text(form.topic),
    web: text(form.web),
    seeds: seedsIn(form),
    accept: text(form.accept, 'balanced'),
    scope: text(form.scope, 'any'),
    maxPages: number(form.maxPages),
    maxSeconds: number(form.maxSeconds, '', 60),
    maxPagesPerHost: number(form.maxPagesPerHost),
    include: text(form.include)?.split(/\s+/),
    exclude: text(form.exclude)?.split(/\s+/),
    delay: number(form.delay, '1'),
    concurrency: number(form.concurrency, '8'),
    warc: form.warc.checked && !isStored ? 'all' : undefined,
    contact: isStored ? undefined : text(form.contact),
  };
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
}

function seedsIn({ seeds }: Form): readonly string[] {
  return seeds.value.split(/\s+/).filter((url) => url !== '');
}

/** The form of a new crawl. @param parameters `topic`, `web` */
export function newCrawl(room: BenchRoom, parameters: URLSearchParams): HTMLElement {
  const form = createForm();
  const side = createSide(room, form);
  const content = h(
    'div',
    { class: 'bench new-crawl' },
    h('h2', {}, 'New crawl'),
    h(
      'div',
      { class: 'columns' },
      h('div', {}, subjectCards(form), seedsCard(room, form, side.changed), limitCards(form)),
      h('div', { class: 'aside' }, side.element),
    ),
  );
  content.addEventListener('input', side.changed);
  void side.attempt(async () => {
    const [topics, webs] = await Promise.all([
      room.api.get<readonly ListedTopic[]>('topics'),
      room.api.get<readonly StoredWeb[]>('webs'),
    ]);
    fill(form, topics, webs, parameters);
    await side.plan();
  });
  return content;
}

/** Fills in the topics that can judge, and what can be crawled. */
function fill(
  form: Form,
  topics: readonly ListedTopic[],
  webs: readonly StoredWeb[],
  parameters: URLSearchParams,
): void {
  const built = topics.filter((topic) => topic.built !== undefined);
  renew(
    form.topic,
    built.map(({ name }) => h('option', { value: name }, name)),
    h('option', { value: '' }, 'none: accept every page'),
  );
  renew(
    form.web,
    h('option', { value: '' }, 'the Web'),
    webs.map(({ name, kind }) => {
      const text = kind === 'sample' ? 'the sample web on this machine, to practise' : `${name} (imported)`;
      return h('option', { value: name }, text);
    }),
  );
  form.topic.value = parameters.get('topic') ?? built[0]?.name ?? '';
  form.web.value = parameters.get('web') ?? '';
  const suggest = (): void => {
    const { seeds } = webs.find(({ name }) => name === form.web.value) ?? {};
    const found = seeds?.[form.topic.value] ?? Object.values(seeds ?? {})[0];
    if (found !== undefined && seedsIn(form).length === 0) form.seeds.value = `${found.join('\n')}\n`;
    form.name.placeholder = form.topic.value;
  };
  if (form.name.value === '')
    form.name.value = `${form.topic.value || 'pages'} ${new Date().toISOString().slice(0, 10)}`;
  form.web.addEventListener('change', suggest);
  suggest();
}

function subjectCards({ topic, name, accept, web, scope }: Form): readonly HTMLElement[] {
  return [
    card(
      'What',
      labelled('Topic', topic, 'Pages are judged by it.'),
      labelled('Name of the crawl', name, 'Its results are kept under this name.'),
      labelled('Take a page', accept),
    ),
    card('Where', labelled('Crawl', web), labelled('Follow links', scope)),
  ];
}

function limitCards(form: Form): readonly HTMLElement[] {
  const { maxPages, maxSeconds, maxPagesPerHost, include, exclude, warc, contact, delay, concurrency } = form;
  const archive = ' Keep the pages as they were fetched (a web archive)';
  return [
    card(
      'How much',
      labelled('Pages to request at most', maxPages),
      labelled('Minutes at most (optional)', maxSeconds),
      h('label', { class: 'choice', for: 'archive' }, warc, archive),
      more(
        'More limits',
        labelled('Pages of one host at most (optional)', maxPagesPerHost),
        labelled(
          'Only addresses like (optional)',
          include,
          '* stands for anything; blanks separate several.',
        ),
        labelled('No addresses like (optional)', exclude),
      ),
    ),
    card(
      'Manners',
      quiet('sfwc obeys robots.txt, waits between two requests to a host, and says who asks.'),
      labelled(
        'Your e-mail or web address',
        contact,
        'Every server sees it, so that its operators can reach you. It is needed for crawls of the Web.',
      ),
      more(
        'Pace',
        labelled(
          'Seconds between two requests to a host',
          delay,
          'Longer where a host is slow or asks for it.',
        ),
        labelled('Hosts at the same time', concurrency),
      ),
    ),
  ];
}

/** The command line, and the button that starts. */
function createSide({ api, go }: BenchRoom, form: Form) {
  const [command, open] = [h('code', { class: 'command' }), h('ul', { class: 'problems' })];
  const start = h('button', { type: 'button', class: 'primary large', disabled: true }, 'Start the crawl');
  const { element: said, say, attempt } = saying(api);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouched = false;
  const plan = async (): Promise<void> => {
    const { problems, command: line } = await api.post<CrawlPlan>('plans', wishOf(form));
    markProblems(isTouched ? problems : []);
    const listed = isTouched ? [] : problems;
    renew(
      open,
      listed.map(({ field, message }) => h('li', {}, `${labelOf(field)}: ${message}`)),
    );
    command.textContent = line;
    start.disabled = problems.length > 0;
  };
  const changed = (): void => {
    isTouched = true;
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(plan), WAIT.plan);
  };
  const untilBegun = async (name: string): Promise<void> => {
    for (;;) {
      const { state, problem } = await api.get<StartedCrawl>(`starts/${encodeURIComponent(name)}`);
      if (state === 'begun') return;
      if (state === 'failed') throw new Error(problem ?? 'The crawl did not start.');
      await new Promise((resolve) => setTimeout(resolve, WAIT.start));
    }
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
  const element = h(
    'section',
    { class: 'card summary' },
    h('h2', {}, 'Start'),
    open,
    start,
    said,
    quiet('It continues when you close this page.'),
    more('The same as a command', command),
  );
  return { element, changed, plan, attempt };
}

function labelOf(field: string): string {
  return document.querySelector(`label[for="${INPUTS[field] ?? field}"]`)?.textContent ?? field;
}

/** Says at each field what is wrong with it. */
function markProblems(problems: CrawlPlan['problems']): void {
  for (const place of document.querySelectorAll('.new-crawl .wrong')) place.textContent = '';
  for (const input of document.querySelectorAll('.new-crawl [aria-invalid]'))
    input.removeAttribute('aria-invalid');
  for (const { field, message } of problems) {
    const id = INPUTS[field] ?? field;
    const place = document.getElementById(`${id}-wrong`);
    if (place === null) continue;
    place.textContent = message;
    document.getElementById(id)?.setAttribute('aria-invalid', 'true');
  }
}

/** A candidate for a seed, as `sfwc seeds --json` writes it. */
interface Candidate {
  readonly url: string;
  readonly prior: number;
  readonly found: readonly { readonly by: string; readonly note: string }[];
  readonly probe?: { readonly error: string } | { readonly judgement: Judgement };
}

/** Card with the start of the crawl: addresses, a file of them, or proposals. @param changed called after a change */
function seedsCard({ api }: BenchRoom, form: Form, changed: () => void): HTMLElement {
  const file = h('input', {
    id: 'seeds-file',
    type: 'file',
    class: 'unseen',
    accept: '.txt,.csv,.tsv,text/plain',
  });
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then((text) => {
      setSeeds(form, [...seedsIn(form), ...(text.match(/https?:\/\/[^\s"'<>,;]+/g) ?? [])]);
      changed();
    });
    file.value = '';
  });
  const [texts, textsLabel] = choice('links in the texts of the topic', { id: 'from-texts', checked: true });
  const engine = h('input', { id: 'engine', placeholder: 'https://searx.example/', type: 'url' });
  const list = h('div');
  const { element, attempt, follow } = saying(api);
  const propose = (): void =>
    void attempt(async () => {
      const { topic, web, contact } = wishOf(form);
      if (typeof topic !== 'string') throw new Error('Choose a topic first.');
      const wish = { texts: texts.checked, web, contact, engine: engine.value || undefined };
      const begun = api.post<Job>(`topics/${encodeURIComponent(topic)}/seeds`, wish);
      const found = await follow<{ seeds: readonly Candidate[] }>(begun);
      if (found !== undefined) renew(list, candidateList(found.seeds, form, changed));
    });
  return card(
    'From where',
    labelled(
      'Addresses to start from, one per line',
      form.seeds,
      'Pages that are about the topic, or that link to such pages.',
    ),
    h('p', { class: 'buttons' }, h('label', { for: 'seeds-file', class: 'button' }, 'Add from a file'), file),
    more(
      'Let sfwc propose some',
      textsLabel,
      labelled('Search engine (optional)', engine, 'The address of a SearXNG, or with {searchTerms}.'),
      button('Propose', propose),
      element,
      list,
    ),
  );
}

function setSeeds({ seeds }: Form, urls: readonly string[]): void {
  seeds.value = [...new Set(urls)].map((url) => `${url}\n`).join('');
}

/** Candidates to tick, each with its score and why it is proposed. */
function candidateList(candidates: readonly Candidate[], form: Form, changed: () => void): HTMLElement {
  if (candidates.length === 0) return quiet('No address was good enough.');
  const items = candidates.map((candidate) => {
    const { url, prior } = candidate;
    const box = h('input', { type: 'checkbox', 'aria-label': `Start from ${url}` });
    box.addEventListener('change', () => {
      const others = seedsIn(form).filter((one) => one !== url);
      setSeeds(form, box.checked ? [...others, url] : others);
      changed();
    });
    const score = h('span', { class: 'score' }, ` ${shown(100 * prior)} %`);
    return h('li', {}, box, h('div', {}, webLink(url), score, quiet(whyText(candidate))));
  });
  return h('ul', { class: 'candidates', 'aria-label': 'proposed addresses' }, items);
}

function whyText({ probe, found }: Candidate): string {
  const sources = found.slice(0, 2).map(({ by, note }) => (note === '' ? by : `${by}: ${note}`));
  if (probe === undefined) return sources.join('; ');
  if ('error' in probe) return `could not be judged: ${probe.error}`;
  return [probe.judgement.accepted ? 'about the topic' : 'not about it', ...sources].join('; ');
}
