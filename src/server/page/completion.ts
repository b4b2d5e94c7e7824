import type { Completer, YasguiLibrary } from './yasgui.js';

/** What the server says of its dataset. */
export interface DatasetFacts {
  readonly triples: number;
  readonly topics: readonly { readonly name: string; readonly documents: number; readonly nouns: number }[];
  readonly classes: readonly { readonly iri: string }[];
  readonly properties: readonly { readonly iri: string }[];
}

/** Suggestions at a time. */
const MOST = 100;

/** Lets the editor complete with what stands in the dataset, instead of asking services elsewhere. */
export function completeFromDataset(
  { Yasqe }: YasguiLibrary,
  facts: DatasetFacts,
  known: Readonly<Record<string, string>>,
): void {
  const prefixes = Object.entries(known).map(([name, iri]) => `${name}: <${iri}>`);
  change(Yasqe.Autocompleters['prefixes'], prefixes.sort());
  for (const [name, terms] of [
    ['class', facts.classes],
    ['property', facts.properties],
  ] as const) {
    const iris = terms.map(({ iri }) => iri);
    change(Yasqe.Autocompleters[name], (_, token) => matching(iris, token?.autocompletionString ?? ''));
  }
}

function change(completer: Completer | undefined, get: Completer['get']): void {
  if (completer === undefined) return;
  completer.get = get;
  completer.autoShow = true;
}

/** IRIs that begin so; or, for a plain word, whose last part does. */
export function matching(iris: readonly string[], begun: string): string[] {
  const wanted = begun.replace(/^</, '').toLowerCase();
  const found = iris.filter((iri) => {
    const whole = iri.toLowerCase();
    return whole.startsWith(wanted) || (/[^/#]*$/.exec(whole)?.[0] ?? '').startsWith(wanted);
  });
  return found.slice(0, MOST);
}
