import { writeFile } from 'node:fs/promises';
import { checkSettings } from '../../app/settings/resolve.js';
import { thesaurusSuggestFields, type ThesaurusSuggestOptions } from './thesaurus-settings.js';
import type { CharacteristicNoun } from './expansion/expansion.js';
import { suggestFacets, type ProposedFacet, type TermCandidate } from './suggest-thesaurus.js';
import { Writer } from 'n3';
import { thesaurusQuads } from './thesaurus-quads.js';
import { InputError } from '../../model/errors.js';
import type { EntityClass } from '../../model/noun.js';
import { PREFIXES } from '../../model/vocabulary.js';
import { fileExists } from '../../support/files/file-exists.js';
import { inBatches } from '../../support/batches.js';
import { sparqlString } from '../../support/rdf/sparql-terms.js';
import { characteristicNouns } from './expansion/expand-topic.js';
import { openWordNet } from '../../language/wordnet/wordnet.js';
import { requireEnglish } from '../../knowledge/places/topic-nouns.js';
import { openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { cannotWrite } from '../../support/files/cannot-write.js';

/** A thesaurus that is proposed. */
export interface SuggestReport {
  readonly facets: readonly ProposedFacet[];
  readonly turtle: string;
  /** The file that it was written to, where one was named. */
  readonly file?: string;
}

/**
 * Proposes a thesaurus from a topic of a knowledge base, for a person to edit; see {@link suggestFacets}.
 * @throws UsageError for settings; InputError for the topic, when nothing can be proposed, and for a file that exists already;
 *   OutputError when it cannot be written
 */
export async function suggestThesaurus(options: ThesaurusSuggestOptions): Promise<SuggestReport> {
  const {
    kb,
    topic: name,
    out,
    terms,
    maxFacets: most,
    force,
  } = checkSettings(thesaurusSuggestFields, options);
  if (out !== undefined && !force && (await fileExists(out))) {
    throw new InputError(`${out} already exists, and a person may have worked on it`, {
      hint: 'write to another file, or replace it with --force',
    });
  }
  const topic = await openTopic(kb, name);
  requireEnglish(topic.facts, 'a thesaurus');
  const wordNet = openWordNet();
  const nouns = await characteristicNouns(topic, terms, 'all');
  const candidates = await describeCandidates(topic, nouns);
  const facets = suggestFacets(wordNet, candidates, most);
  if (facets.length === 0) {
    throw new InputError(`topic '${name}' has too few nouns to propose facets from`, {
      hint: 'build it from more texts, or look at more nouns with --terms',
    });
  }
  const turtle = await toTurtle(facets, name, `${topic.facts.iri}/thesaurus#`);
  if (out === undefined) return { facets, turtle };
  await writeFile(out, turtle).catch((cause: unknown) => {
    throw cannotWrite(out, cause);
  });
  return { facets, turtle, file: out };
}

const NOUNS_PER_QUERY = 300;

/** The documents of each noun, its class, and what it is linked to in most of them. */
async function describeCandidates(
  { kb, facts: { iri } }: OpenTopic,
  nouns: readonly CharacteristicNoun[],
): Promise<TermCandidate[]> {
  const found = new Map<string, Found>();
  for (const batch of inBatches(nouns, NOUNS_PER_QUERY)) {
    const { rows } = await kb.select(candidatesQuery(batch.map(({ lemma }) => lemma)), {
      defaultGraphs: [iri],
    });
    for (const row of rows) {
      const lemma = row['noun']?.value ?? '';
      const known: Found = found.get(lemma) ?? { documents: new Set(), classes: new Map(), iris: new Map() };
      found.set(lemma, known);
      known.documents.add(row['document']?.value ?? '');
      count(known.classes, row['class']?.value ?? 'other');
      if (row['iri'] !== undefined) count(known.iris, row['iri'].value);
    }
  }
  return nouns.flatMap(({ lemma, weight }) => {
    const known = found.get(lemma);
    if (known === undefined) return [];
    const meaning = mostFrequent(known.iris);
    return [
      {
        lemma,
        weight,
        documents: known.documents,
        entityClass: (mostFrequent(known.classes) ?? 'other') as EntityClass,
        iri: meaning,
      },
    ];
  });
}

interface Found {
  readonly documents: Set<string>;
  readonly classes: Map<string, number>;
  readonly iris: Map<string, number>;
}

function count(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))[0]?.[0];
}

function candidatesQuery(lemmas: readonly string[]): string {
  return `PREFIX sfwc: <${PREFIXES.sfwc}>
PREFIX nif: <${PREFIXES.nif}>
PREFIX itsrdf: <${PREFIXES.itsrdf}>
SELECT ?noun ?document ?class ?iri WHERE {
  VALUES ?noun { ${lemmas.map(sparqlString).join(' ')} }
  ?s a sfwc:Entity ; nif:anchorOf ?noun ; sfwc:neTag ?class ; sfwc:inDocument ?document .
  OPTIONAL { ?s itsrdf:taIdentRef ?iri }
}`;
}

async function toTurtle(facets: readonly ProposedFacet[], topic: string, base: string): Promise<string> {
  const { sfwc, skos } = PREFIXES;
  const writer = new Writer({ prefixes: { sfwc, skos, '': base } });
  writer.addQuads(thesaurusQuads(facets, base));
  const turtle = await new Promise<string>((resolve, reject) => {
    writer.end((error: Error | null, text: string) => (error === null ? resolve(text) : reject(error)));
  });
  return `# Facets and terms of a thesaurus of '${topic}', proposed by sfwc thesaurus suggest. A person decides: rename facets, move and
# delete terms, add what is missing and sfwc:negativeLabel for words to avoid; where a term stays, take its sfwc:proposed away.
${turtle.replaceAll(/\n(?=[:<])/g, '\n\n')}`;
}
