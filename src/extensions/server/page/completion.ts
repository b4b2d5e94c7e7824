import { lastSegment } from './term-texts.js';
import type { Completer, YasqeLibrary } from './yasqe.js';

/** Facts about the dataset from the server. */
export interface DatasetFacts {
  readonly triples: number;
  readonly topics: readonly { readonly name: string; readonly documents: number; readonly nouns: number }[];
  readonly classes: readonly { readonly iri: string }[];
  readonly properties: readonly { readonly iri: string }[];
}

/** Maximum number of suggestions. */
const MAX = 100;

/** Makes the editor complete from the dataset instead of remote services. */
export function completeFromDataset(
  { Autocompleters }: Pick<YasqeLibrary, 'Autocompleters'>,
  facts: DatasetFacts,
  known: Readonly<Record<string, string>>,
): void {
  const prefixes = Object.entries(known).map(([name, iri]) => `${name}: <${iri}>`);
  change(Autocompleters['prefixes'], prefixes.sort());
  for (const [name, terms] of [
    ['class', facts.classes],
    ['property', facts.properties],
  ] as const) {
    const iris = terms.map(({ iri }) => iri);
    change(Autocompleters[name], (_, token) => matching(iris, token?.autocompletionString ?? ''));
  }
}

function change(completer: Completer | undefined, get: Completer['get']): void {
  if (completer === undefined) return;
  completer.get = get;
  completer.autoShow = true;
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
