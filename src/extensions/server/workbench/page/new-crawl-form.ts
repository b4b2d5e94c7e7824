import { h } from '../../control-room/page/dom-elements.js';
import type { ListedTopic, StoredWeb } from '../../control-room/page/api.js';
import { contactOf } from './bench-parts.js';

/** The inputs of the form. */
export interface Form {
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
  /** True if the person has written the name. */
  isNamed: boolean;
}

/** Makes the inputs. @param parameters `topic` */
export function createForm(parameters: URLSearchParams): Form {
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

/** Fills in the topics that can judge. @param wanted the one to choose */
export function fillTopics(form: Form, topics: readonly ListedTopic[], wanted: string | null): void {
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

/** Fills in what can be crawled. @param wanted the web to choose */
export function fillWebs(form: Form, webs: readonly StoredWeb[], wanted: string | null): void {
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

/** The values of the form as the API takes them. */
export function wishOf(form: Form): Readonly<Record<string, unknown>> {
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
