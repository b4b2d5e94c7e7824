import { lastSegment } from './term-texts.js';

/** The used part of YASQE, a global of its script. */
interface YasqeLibrary {
  new (
    parent: HTMLElement,
    config: object,
  ): {
    getValue(): string;
    setValue(text: string): void;
    focus(): void;
    refresh(): void;
  };
  readonly Autocompleters: Record<string, Completer | undefined>;
}

/** Completes one kind of word; `get` is a list, or a function of the beginning. */
export interface Completer {
  get:
    readonly string[] | ((editor: unknown, token?: { readonly autocompletionString?: string }) => string[]);
  autoShow?: boolean;
}

declare global {
  interface Window {
    readonly Yasqe: YasqeLibrary;
  }
}

/** Facts about the dataset from the server. */
export interface DatasetFacts {
  readonly triples: number;
  readonly topics: readonly { readonly name: string; readonly documents: number; readonly nouns: number }[];
  readonly classes: readonly { readonly iri: string }[];
  readonly properties: readonly { readonly iri: string }[];
}

/** The SPARQL editor. */
export interface Editor {
  readonly text: () => string;
  readonly setText: (text: string) => void;
  readonly focus: () => void;
}

/** Maximum number of suggestions. */
const MAX = 100;

/**
 * Opens the editor, whose script is loaded when somebody wants it.
 * @param run called for Ctrl-Enter
 */
export async function openEditor(
  parent: HTMLElement,
  text: string,
  facts: () => Promise<DatasetFacts>,
  prefixes: Readonly<Record<string, string>>,
  run: () => void,
): Promise<Editor> {
  await loadYasqe();
  const { Yasqe } = window;
  void facts().then((found) => completeFromDataset(Yasqe, found, prefixes));
  const yasqe = new Yasqe(parent, {
    ...{
      value: text,
      persistenceId: null,
      editorHeight: 'auto',
      resizeable: false,
      showQueryButton: false,
      createShareableLink: null,
    },
    extraKeys: { 'Ctrl-Enter': run, 'Cmd-Enter': run },
  });
  parent.querySelector('.CodeMirror textarea')?.setAttribute('aria-label', 'SPARQL query');
  parent.addEventListener('keydown', leaveByTab, { capture: true });
  return {
    text: () => yasqe.getValue(),
    setText: (value) => yasqe.setValue(value),
    focus: () => {
      yasqe.refresh();
      yasqe.focus();
    },
  };
}

async function loadYasqe(): Promise<void> {
  if ('Yasqe' in window) return;
  const script = document.createElement('script');
  script.src = 'page/yasqe.min.js';
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', () =>
      reject(new Error('The editor cannot be loaded. Is the server running?')),
    );
    document.head.append(script);
  });
}

/** Tab leaves the editor, where it would indent, unless there are suggestions: without a mouse nobody would get out again. */
function leaveByTab(event: KeyboardEvent): void {
  const isInEditor = event.target instanceof Element && event.target.matches('.CodeMirror textarea');
  if (event.key === 'Tab' && isInEditor && document.querySelector('.CodeMirror-hints') === null)
    event.stopPropagation();
}

/** Makes the editor complete from the dataset instead of remote services. */
export function completeFromDataset(
  { Autocompleters }: Pick<YasqeLibrary, 'Autocompleters'>,
  facts: DatasetFacts,
  known: Readonly<Record<string, string>>,
): void {
  const change = (name: string, get: Completer['get']): void => {
    const completer = Autocompleters[name];
    if (completer !== undefined) Object.assign(completer, { get, autoShow: true });
  };
  change(
    'prefixes',
    Object.entries(known)
      .map(([name, iri]) => `${name}: <${iri}>`)
      .sort(),
  );
  for (const [name, terms] of [
    ['class', facts.classes],
    ['property', facts.properties],
  ] as const) {
    const iris = terms.map(({ iri }) => iri);
    change(name, (_, token) => matching(iris, token?.autocompletionString ?? ''));
  }
}

/** IRIs with this beginning; for a plain word, also those whose last part begins with it. */
export function matching(iris: readonly string[], begun: string): string[] {
  const wanted = begun.replace(/^</, '').toLowerCase();
  const found = iris.filter((iri) => {
    const whole = iri.toLowerCase();
    return whole.startsWith(wanted) || lastSegment(whole).startsWith(wanted);
  });
  return found.slice(0, MAX);
}
