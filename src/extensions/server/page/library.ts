/** A query of the library. */
export interface ListedQuery {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
}

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** Whether it is required; then `value` is an example. */
  readonly required: boolean;
  readonly value: string;
}

/**
 * Shows the library as a list: a click opens a query with its parameters and runs it, unless a value is missing.
 * @param run called with the values of the parameters
 */
export function showLibrary(
  list: HTMLElement,
  queries: readonly ListedQuery[],
  run: (query: ListedQuery, values: URLSearchParams) => void,
): void {
  list.replaceChildren(
    ...queries.map((query) => {
      const form = element('form');
      form.append(element('p', query.description));
      form.append(...query.parameters.map(fieldOf));
      const start = (): void => run(query, valuesOf(form));
      if (query.parameters.length > 0) form.append(element('button', 'Run'));
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        start();
      });
      const details = element('details');
      // Only one of the details elements with the same name is open.
      details.setAttribute('name', 'query');
      details.append(element('summary', query.title), form);
      details.addEventListener('toggle', () => {
        if (!details.open) return;
        details.scrollIntoView({ block: 'nearest' });
        if (form.checkValidity()) start();
        else form.querySelector('input')?.focus();
      });
      details.id = `query-${query.name}`;
      return details;
    }),
  );
}

/** The field for a parameter, with its label. */
function fieldOf({ name, type, description, required, value }: Parameter): HTMLElement {
  const input = element('input');
  input.name = name;
  if (required) input.placeholder = `for instance ${value}`;
  else input.value = value;
  input.required = true;
  input.inputMode = type === 'integer' ? 'numeric' : type === 'decimal' ? 'decimal' : 'text';
  const label = element('label', description);
  label.append(input);
  return label;
}

function valuesOf(form: HTMLFormElement): URLSearchParams {
  const values = new URLSearchParams();
  for (const input of form.querySelectorAll('input')) values.set(input.name, input.value);
  return values;
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
