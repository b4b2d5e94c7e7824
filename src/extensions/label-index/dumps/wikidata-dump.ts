import { messageOf } from '../../../model/errors.js';
import { WIKIDATA_ENTITY_BASE } from '../../../model/vocabulary.js';
import type { DumpReceiver } from './dump-facts.js';
import { dumpLines } from '../../../language/linking/labels/dump-text.js';

/** Wikidata classes whose members are wiki pages rather than things that texts name. */
const PAGES: ReadonlySet<string> = new Set([
  'Q4167410', // disambiguation page
  'Q4167836', // category
  'Q11266439', // template
  'Q13406463', // list article
  'Q17633526', // article of Wikinews
]);

interface Monolingual {
  readonly value?: unknown;
}

/** The used part of an entity; any of it may be missing. */
interface Entity {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly labels?: Readonly<Record<string, Monolingual>>;
  readonly aliases?: Readonly<Record<string, readonly Monolingual[]>>;
  readonly descriptions?: Readonly<Record<string, Monolingual>>;
  readonly sitelinks?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Reads a Wikidata JSON dump: an array with one entity per line. Labels and aliases of one language become names, the
 * number of sitelinks popularity, the description context. Disambiguation pages, categories, templates and lists are
 * skipped. Malformed lines are reported and skipped.
 * @throws InputError when the file is missing, cut off or damaged
 */
export async function readWikidataDump(path: string, receiver: DumpReceiver): Promise<void> {
  let number = 0;
  for await (const lines of dumpLines(path)) {
    for (const line of lines) {
      number += 1;
      const json = line.trim().replace(/,$/u, '');
      if (json === '' || json === '[' || json === ']') continue;
      try {
        readEntity(JSON.parse(json) as Entity, receiver);
      } catch (error) {
        receiver.onProblem({ where: `${path}:${number}`, message: messageOf(error) });
      }
    }
  }
}

function readEntity(entity: Entity, { language, onFact }: DumpReceiver): void {
  const { id, labels, aliases, descriptions, sitelinks, claims } = entity;
  if (typeof id !== 'string' || !/^Q\d+$/u.test(id) || isPage(claims?.['P31'])) return;
  const iri = WIKIDATA_ENTITY_BASE + id;
  const label = textOf(labels?.[language]);
  if (label !== undefined) onFact({ kind: 'label', iri, label, as: 'preferred' });
  for (const alias of aliases?.[language] ?? []) {
    const text = textOf(alias);
    if (text !== undefined) onFact({ kind: 'label', iri, label: text, as: 'alternative' });
  }
  const count = Object.keys(sitelinks ?? {}).length;
  if (count > 0) onFact({ kind: 'popularity', iri, count });
  const description = textOf(descriptions?.[language]);
  if (description !== undefined) onFact({ kind: 'context', iri, text: description });
}

function textOf(value: Monolingual | undefined): string | undefined {
  return typeof value?.value === 'string' ? value.value : undefined;
}

function isPage(statements: readonly unknown[] | undefined): boolean {
  return (statements ?? []).some((statement) => {
    const { mainsnak } = statement as {
      readonly mainsnak?: { readonly datavalue?: { readonly value?: { readonly id?: unknown } } };
    };
    const id = mainsnak?.datavalue?.value?.id;
    return typeof id === 'string' && PAGES.has(id);
  });
}
