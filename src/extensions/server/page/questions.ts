import { h, renew } from '../control-room/page/dom-elements.js';
import { fieldKind, found, listed } from './choices.js';
import type { Endpoint } from './endpoint.js';

/** Milliseconds after a key until what was typed is searched for. */
const PAUSE = 150;

/** A question: a query of the library. */
export interface Question {
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly ofCrawl: boolean;
  readonly description: string;
  readonly parameters: readonly Parameter[];
}

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** True if it is required; then `value` is an example. */
  readonly required: boolean;
  readonly value: string;
}

/** The questions under their headings, as links. */
export function questionList(questions: readonly Question[]): HTMLElement[] {
  const groups = [...new Set(questions.map(({ group }) => group))];
  return groups.map((group) => {
    const id = `group-${group.replace(/\W+/g, '-')}`;
    const links = questions
      .filter((question) => question.group === group)
      .map(({ name, title, description }) =>
        h('li', {}, h('a', { href: `#library=${name}`, title: description }, title)),
      );
    return h('section', {}, h('h2', { id }, group), h('ul', { 'aria-labelledby': id }, links));
  });
}

/** The form of a question. */
export interface QuestionForm {
  readonly element: HTMLFormElement;
  /** True if all that is needed was given. */
  readonly isComplete: () => boolean;
  readonly values: () => URLSearchParams;
}

/**
 * A form with a field for each parameter: lists for topics and crawls, a search for pages, nouns, documents and things.
 * @param given values by name
 */
export async function questionForm(
  question: Question,
  given: URLSearchParams,
  endpoint: Endpoint,
  run: () => void,
): Promise<QuestionForm> {
  const fields = await Promise.all(
    question.parameters.map((parameter) => fieldOf(parameter, given.get(parameter.name), endpoint)),
  );
  const element = h(
    'form',
    { class: 'parameters', 'aria-label': question.title },
    fields,
    h('button', { class: 'primary' }, 'Run'),
  );
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    run();
  });
  return {
    element,
    isComplete: () => element.checkValidity(),
    values: () => {
      const values = new URLSearchParams();
      for (const field of element.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]'))
        if (field.value !== '') values.set(field.name, field.value.trim());
      return values;
    },
  };
}

async function fieldOf(parameter: Parameter, given: string | null, endpoint: Endpoint): Promise<HTMLElement> {
  const { name, description, required, value } = parameter;
  const id = `parameter-${name}`;
  const kind = fieldKind(name);
  const field =
    kind === 'list'
      ? await listField(parameter, id, given, endpoint)
      : kind === 'search'
        ? searchField(id, name, endpoint)
        : h('input', {
            ...{ id, name, required: true, placeholder: required ? `for instance ${value}` : undefined },
            inputmode: parameter.type === 'integer' || parameter.type === 'decimal' ? 'decimal' : undefined,
            class: parameter.type === 'integer' || parameter.type === 'decimal' ? 'short' : undefined,
          });
  const input = field instanceof HTMLInputElement ? field : field.querySelector('input');
  if (input !== null) input.value = given ?? (required ? '' : value);
  return h('div', { class: 'field' }, h('label', { for: id }, description), field);
}

async function listField(
  { name, required }: Parameter,
  id: string,
  given: string | null,
  endpoint: Endpoint,
): Promise<HTMLElement> {
  const choices = await listed(endpoint, name);
  const select = h(
    'select',
    { id, name, required },
    required ? undefined : h('option', { value: '' }, 'all'),
    choices.map(({ value, label }) => h('option', { value }, label ?? value)),
  );
  // Two topics that are compared are not the same.
  const usual = required ? choices[name === 'second' ? 1 : 0] : undefined;
  select.value = given ?? usual?.value ?? '';
  return select;
}

/** A field with suggestions that fit the text typed so far; other values can be typed. */
function searchField(id: string, name: string, endpoint: Endpoint): HTMLElement {
  const list = h('datalist', { id: `${id}-list` });
  let asking = new AbortController();
  let pause: ReturnType<typeof setTimeout> | undefined;
  const ask = async (): Promise<void> => {
    const { signal } = (asking = new AbortController());
    const choices = await found(endpoint, name, input.value, signal);
    renew(
      list,
      choices.map(({ value, label }) => h('option', { value }, label)),
    );
  };
  const search = (): void => {
    asking.abort();
    clearTimeout(pause);
    pause = setTimeout(() => void ask().catch(() => undefined), PAUSE);
  };
  const input = h('input', {
    ...{ id, name, list: list.id, placeholder: 'search, or choose', required: true },
    ...{ autocomplete: 'off', spellcheck: 'false', focus: search, input: search },
  });
  return h('div', { class: 'searched' }, input, list);
}

/** The first choice of a field that is searched, as a value to begin with. */
export async function firstPage(endpoint: Endpoint): Promise<string | undefined> {
  return (await found(endpoint, 'page', ''))[0]?.value;
}
