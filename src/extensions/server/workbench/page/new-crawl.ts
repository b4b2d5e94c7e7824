import { h, renew, shown, webLink } from '../../control-room/page/dom-elements.js';
import type { Candidate, Job, ListedTopic, Plan, Started, StoredWeb } from './bench-api.js';
import { card, copyButton, labelled, placeOf, saying, showJob, type BenchRoom } from './bench-parts.js';
import { contactOf, keepContact } from './contact.js';

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

/** The inputs of the form. */
interface Form {
  readonly topic: HTMLSelectElement;
  readonly name: HTMLInputElement;
  readonly place: HTMLSelectElement;
  readonly seeds: HTMLTextAreaElement;
  readonly maxPages: HTMLInputElement;
  readonly minutes: HTMLInputElement;
  readonly scope: HTMLSelectElement;
  readonly accept: HTMLSelectElement;
  readonly delay: HTMLInputElement;
  readonly concurrency: HTMLInputElement;
  readonly perHost: HTMLInputElement;
  readonly include: HTMLInputElement;
  readonly exclude: HTMLInputElement;
  readonly archive: HTMLInputElement;
  readonly contact: HTMLInputElement;
  webs: readonly StoredWeb[];
  /** Whether the person has written the name. */
  isNamed: boolean;
}

function createForm(parameters: URLSearchParams): Form {
  const number = (id: string, value: string, min: number, step = '1'): HTMLInputElement =>
    h('input', { id, type: 'number', value, min, step, inputmode: 'decimal' });
  const options = (entries: Readonly<Record<string, string>>): HTMLElement[] =>
    Object.entries(entries).map(([value, text]) => h('option', { value }, text));
  const name = h('input', {
    id: 'name-of-crawl',
    maxlength: 100,
    autocomplete: 'off',
    value: parameters.get('topic') ?? '',
  });
  const form: Form = {
    topic: h('select', { id: 'topic' }),
    name,
    place: h('select', { id: 'place' }),
    seeds: h('textarea', { id: 'seeds', rows: 5, spellcheck: 'false', placeholder: 'https://example.org/' }),
    maxPages: number('maxPages', '200', 1),
    minutes: number('minutes', '', 1),
    scope: h(
      'select',
      { id: 'scope' },
      ...options({
        any: 'wherever links lead',
        domain: 'on the sites of the first addresses',
        host: 'on the hosts of the first addresses only',
      }),
    ),
    accept: h(
      'select',
      { id: 'accept' },
      ...options({
        balanced: 'balanced',
        precise: 'only when it is sure',
        broad: 'also when it is not sure',
      }),
    ),
    delay: number('delay', '1', 0, '0.1'),
    concurrency: number('concurrency', '8', 1),
    perHost: number('maxPagesPerHost', '', 1),
    include: h('input', { id: 'include', placeholder: 'https://example.org/news/*' }),
    exclude: h('input', { id: 'exclude', placeholder: '*/calendar/*' }),
    archive: h('input', { id: 'archive', type: 'checkbox', checked: true }),
    contact: h('input', {
      id: 'contact',
      value: contactOf(),
      autocomplete: 'email',
      placeholder: 'ada@example.org',
    }),
    webs: [],
    isNamed: false,
  };
  name.addEventListener('input', () => (form.isNamed = true));
  return form;
}

function fillTopics(form: Form, topics: readonly ListedTopic[], wanted: string | null): void {
  const built = topics.filter((topic) => topic.built !== undefined);
  form.topic.replaceChildren(
    ...built.map(({ name }) => h('option', { value: name }, name)),
    h('option', { value: '' }, 'none: keep every page'),
  );
  if (wanted !== null && built.some(({ name }) => name === wanted)) form.topic.value = wanted;
  if (!form.isNamed) form.name.value = nameFor(form.topic.value);
  form.topic.addEventListener('change', () => {
    if (!form.isNamed) form.name.value = nameFor(form.topic.value);
  });
}

function nameFor(topic: string): string {
  const [date = ''] = new Date().toISOString().split('T');
  return `${topic || 'pages'} ${date}`;
}

function fillWebs(form: Form, webs: readonly StoredWeb[], wanted: string | null): void {
  form.webs = webs;
  form.place.replaceChildren(
    h('option', { value: '' }, 'the Web'),
    ...webs.map(({ name, kind }) =>
      h(
        'option',
        { value: name },
        kind === 'sample' ? 'the sample web on this machine, to practise' : `${name} (imported)`,
      ),
    ),
  );
  if (wanted !== null) form.place.value = wanted;
  const suggest = (): void => {
    const web = webs.find(({ name }) => name === form.place.value);
    const seeds =
      web?.seeds === undefined ? undefined : (web.seeds[form.topic.value] ?? Object.values(web.seeds)[0]);
    if (seeds !== undefined && form.seeds.value.trim() === '') form.seeds.value = `${seeds.join('\n')}\n`;
  };
  form.place.addEventListener('change', suggest);
  suggest();
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

function seedsCard({ api }: BenchRoom, form: Form, changed: () => void): HTMLElement {
  const { seeds, topic, place, contact } = form;
  const file = h('input', {
    id: 'seeds-file',
    type: 'file',
    class: 'unseen',
    accept: '.txt,.csv,.tsv,text/plain',
  });
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then((text) => {
      addSeeds(form, text.match(/https?:\/\/[^\s"'<>,;]+/g) ?? []);
      changed();
    });
    file.value = '';
  });
  const box = (id: string, label: string, checked: boolean): readonly [HTMLInputElement, HTMLElement] => {
    const input = h('input', { id, type: 'checkbox', checked });
    return [input, h('label', { class: 'choice', for: id }, input, ` ${label}`)];
  };
  const [texts, textsLabel] = box('from-texts', 'links in the texts of the topic', true);
  const [wikidata, wikidataLabel] = box(
    'from-wikidata',
    'official websites in Wikidata (asks query.wikidata.org)',
    false,
  );
  const engine = h('input', { id: 'engine', placeholder: 'https://searx.example/', type: 'url' });
  const [job, list] = [h('div', { class: 'job-place', hidden: true }), h('div')];
  const { element, say, attempt } = saying();
  const propose = (): void =>
    void attempt(async () => {
      if (topic.value === '') throw new Error('Choose a topic first.');
      const begun = await api.post<Job>(`topics/${encodeURIComponent(topic.value)}/seeds`, {
        texts: texts.checked,
        wikidata: wikidata.checked,
        ...(engine.value === '' ? {} : { engine: engine.value }),
        ...(place.value === '' ? {} : { web: place.value }),
        ...(contact.value.trim() === '' ? {} : { contact: contact.value.trim() }),
      });
      const found = await showJob<{ seeds: readonly Candidate[] }>(api, begun, job, {
        say: (text) => say(text, 'bad'),
      });
      if (found !== undefined) renew(list, candidateList(found.seeds, form, changed));
    });
  return card(
    'From where',
    labelled(
      'Addresses to start from, one per line',
      seeds,
      'Pages that are about the topic, or that link to such pages.',
    ),
    h('p', { class: 'buttons' }, h('label', { for: 'seeds-file', class: 'button' }, 'Add from a file'), file),
    h(
      'details',
      {},
      h('summary', {}, 'Let sfwc propose some'),
      h('fieldset', {}, h('legend', {}, 'Where to look'), textsLabel, wikidataLabel),
      labelled('Search engine (optional)', engine, 'The address of a SearXNG, or with {searchTerms}.'),
      h('button', { type: 'button', click: propose }, 'Propose'),
      job,
      element,
      list,
    ),
  );
}

function addSeeds({ seeds }: Form, urls: readonly string[]): void {
  const all = new Set([...seeds.value.split(/\s+/).filter((url) => url !== ''), ...urls]);
  seeds.value = `${[...all].join('\n')}\n`;
}

function removeSeed({ seeds }: Form, url: string): void {
  const left = seeds.value.split(/\s+/).filter((one) => one !== '' && one !== url);
  seeds.value = left.length === 0 ? '' : `${left.join('\n')}\n`;
}

/** Candidates to tick, each with its score and why it is proposed. */
function candidateList(candidates: readonly Candidate[], form: Form, changed: () => void): HTMLElement {
  if (candidates.length === 0) return h('p', { class: 'quiet' }, 'No address was good enough.');
  return h(
    'ul',
    { class: 'candidates', 'aria-label': 'proposed addresses' },
    ...candidates.map((candidate) => {
      const { url, value } = candidate;
      const box = h('input', { type: 'checkbox', 'aria-label': `Start from ${url}` });
      box.addEventListener('change', () => {
        if (box.checked) addSeeds(form, [url]);
        else removeSeed(form, url);
        changed();
      });
      return h(
        'li',
        {},
        box,
        h(
          'div',
          {},
          webLink(url),
          h('span', { class: 'score' }, ` ${shown(100 * value)} %`),
          h('p', { class: 'quiet' }, whyText(candidate)),
        ),
      );
    }),
  );
}

function whyText({ probe, found }: Candidate): string {
  const sources = found.slice(0, 2).map(({ by, note }) => (note === '' ? by : `${by}: ${note}`));
  if (probe === undefined) return sources.join('; ');
  if ('error' in probe) return `could not be judged: ${probe.error}`;
  const nouns = probe.judgement.reason.evidence
    .filter(({ pull }) => pull > 0)
    .slice(0, 4)
    .map(({ lemma }) => lemma);
  return [
    probe.judgement.accepted ? 'about the topic' : 'not about it, but leads there',
    `${probe.links.onTopic} of ${probe.links.all} links seem to lead to it`,
    ...(nouns.length === 0 ? [] : [nouns.join(', ')]),
    ...sources,
  ].join('; ');
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

/** What the form asks for, as the API takes it. */
function wishOf(form: Form): Readonly<Record<string, unknown>> {
  const text = (input: HTMLInputElement): string | undefined => input.value.trim() || undefined;
  const number = (input: HTMLInputElement): number | undefined =>
    input.value.trim() === '' ? undefined : Number(input.value);
  const patterns = (input: HTMLInputElement): readonly string[] | undefined => text(input)?.split(/\s+/);
  const minutes = number(form.minutes);
  const isStored = form.place.value !== '';
  const wish = {
    name: form.name.value.trim(),
    topic: form.topic.value || undefined,
    web: form.place.value || undefined,
    seeds: form.seeds.value.split(/\s+/).filter((url) => url !== ''),
    accept: form.accept.value === 'balanced' ? undefined : form.accept.value,
    scope: form.scope.value === 'any' ? undefined : form.scope.value,
    maxPages: number(form.maxPages),
    maxSeconds: minutes === undefined ? undefined : 60 * minutes,
    maxPagesPerHost: number(form.perHost),
    include: patterns(form.include),
    exclude: patterns(form.exclude),
    delay: form.delay.value === '1' ? undefined : number(form.delay),
    concurrency: form.concurrency.value === '8' ? undefined : number(form.concurrency),
    warc: form.archive.checked && !isStored ? 'all' : undefined,
    contact: isStored ? undefined : text(form.contact),
  };
  return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
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
    const { problems, command: line, estimate: found } = await api.post<Plan>('plans', wishOf(form));
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
      const { name } = await api.post<Started>('crawls', wishOf(form));
      say('Starting …');
      await untilBegun(name);
      go(placeOf('crawls', name, 'overview'));
    }).finally(() => (start.disabled = false));
  });
  const untilBegun = async (name: string): Promise<void> => {
    for (;;) {
      const { state, problem } = await api.get<Started>(`starts/${encodeURIComponent(name)}`);
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
function showProblems(problems: Plan['problems'], isTouched: boolean): void {
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
