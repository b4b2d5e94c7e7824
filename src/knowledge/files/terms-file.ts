import { readFile } from 'node:fs/promises';
import { InputError, messageOf } from '../../model/errors.js';
import type { EntityClass, NounTag } from '../../model/noun.js';
import type { TermAnswer } from '../../model/term.js';
import { foaf, nif, prov, rdf, sfwc } from '../../model/vocabulary.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { describe, nquadsOf, type Description, type Statement } from '../../support/rdf/quads.js';
import { dateTime, decimal, integer, iri, text } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';
import { inverseDocumentFrequency } from '../../support/statistics.js';
import { parseNQuads } from './quad-file.js';

/** What the nouns of terms depend on besides the answers. */
export interface TermSurroundings {
  /** IRI of the topic. */
  readonly topic: string;
  /** Documents of its corpus. */
  readonly documents: number;
  /** Terms that the corpus has by now: they are counted there. */
  readonly inCorpus: ReadonlySet<string>;
}

/**
 * The file with the answers about proposed terms, next to the topic's: `bees+terms.nq`. It stays when the topic is built
 * again.
 */
export function termsFile(topicFile: string): string {
  return `${topicFile.replace(/\.nq\.gz$/, '')}+terms.nq`;
}

/** Replaces the answers about a topic. @throws OutputError */
export async function writeTerms(
  file: string,
  answers: readonly TermAnswer[],
  surroundings: TermSurroundings,
): Promise<void> {
  await replaceFile(file, nquadsOf(termQuads(answers, surroundings, `${surroundings.topic}/terms`)));
}

/**
 * The answers as RDF, in the order of the terms. A term that was taken has a noun like those of the corpus. It is in as many
 * accepted pages as keep its share: in 3 of 28 documents, where 12 of 112 accepted pages hold it, and never in more pages
 * than do. So every count and IDF follows from `sfwc:inDocument`, as for all nouns.
 * @param graph that holds them
 */
export function* termQuads(
  answers: readonly TermAnswer[],
  surroundings: TermSurroundings,
  graph: string,
): Generator<Description> {
  const { topic, inCorpus } = surroundings;
  const ordered = [...answers].sort((a, b) => (a.term < b.term ? -1 : 1));
  for (const name of [...new Set(ordered.map(({ by }) => by))].sort())
    yield describe(personIri(topic, name), graph, [
      [rdf.type, iri(prov.Agent)],
      [foaf.name, text(name)],
    ]);
  for (const answer of ordered) {
    const subject = `${topic}/term/${encodeURIComponent(answer.term)}`;
    const hasNoun = answer.taken && !inCorpus.has(answer.term);
    yield describe(subject, graph, [
      ...describeAnswer(answer, topic),
      ...(hasNoun ? [[sfwc.termNoun, iri(`${subject}/noun`)] as const] : []),
    ]);
    if (hasNoun) yield describe(`${subject}/noun`, graph, describeNoun(answer, surroundings));
  }
}

function personIri(topic: string, name: string): string {
  return `${topic}/person/${encodeURIComponent(name)}`;
}

function describeAnswer(answer: TermAnswer, topic: string): Statement[] {
  const { term, kind, tag, entityClass, accepted, rejected, sites, strength, examples } = answer;
  return [
    [rdf.type, iri(answer.taken ? sfwc.TakenTerm : sfwc.RefusedTerm)],
    [sfwc.termText, text(term)],
    [sfwc.termKind, text(kind)],
    [nif.posTag, text(tag)],
    [sfwc.neTag, text(entityClass)],
    [sfwc.acceptedPagesWithTerm, integer(accepted.pages)],
    [sfwc.acceptedPagesRead, integer(accepted.of)],
    [sfwc.rejectedPagesWithTerm, integer(rejected.pages)],
    [sfwc.rejectedPagesRead, integer(rejected.of)],
    [sfwc.sitesWithTerm, integer(sites)],
    [sfwc.termStrength, decimal(strength)],
    [prov.wasDerivedFrom, iri(answer.crawl)],
    [prov.wasAttributedTo, iri(personIri(topic, answer.by))],
    [prov.generatedAtTime, dateTime(answer.time)],
    ...examples.map((url): Statement => [sfwc.pageWithTerm, iri(iriOfUrl(url))]),
  ];
}

function describeNoun(answer: TermAnswer, { documents }: TermSurroundings): Statement[] {
  const pages = answer.examples.slice(0, countInCorpus(answer, documents));
  return [
    [rdf.type, iri(sfwc.Entity)],
    [rdf.type, iri(answer.kind === 'word' ? nif.Word : nif.Phrase)],
    [nif.anchorOf, text(answer.term)],
    [nif.posTag, text(answer.tag)],
    [sfwc.neTag, text(answer.entityClass)],
    [sfwc.idfValue, decimal(inverseDocumentFrequency(documents, pages.length))],
    ...pages.map((url): Statement => [sfwc.inDocument, iri(iriOfUrl(url))]),
  ];
}

/** In how many documents of a corpus a term counts: in the same share as of the accepted pages, at least in one. */
export function countInCorpus(
  { accepted, examples }: Pick<TermAnswer, 'accepted' | 'examples'>,
  documents: number,
): number {
  const share = accepted.pages / Math.max(1, accepted.of);
  return Math.min(examples.length, Math.max(1, Math.round(documents * share)));
}

/** The answers about a topic; none where nobody has answered. @throws InputError when the file is damaged */
export async function readTerms(file: string): Promise<readonly TermAnswer[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  });
  if (content === undefined) return [];
  const bySubject = new Map<string, Map<string, string[]>>();
  for (const { subject, predicate, object } of parseNQuads(content, '', file)) {
    const values = bySubject.get(subject.value) ?? new Map<string, string[]>();
    bySubject.set(subject.value, values);
    values.set(predicate.value, [...(values.get(predicate.value) ?? []), object.value]);
  }
  return [...bySubject].flatMap(([subject, values]) => {
    const types = values.get(rdf.type) ?? [];
    const taken = types.includes(sfwc.TakenTerm);
    return taken || types.includes(sfwc.RefusedTerm)
      ? [answerOf({ file, subject, values, bySubject, taken })]
      : [];
  });
}

function answerOf({
  file,
  subject,
  values,
  bySubject,
  taken,
}: {
  readonly file: string;
  readonly subject: string;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly bySubject: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly taken: boolean;
}): TermAnswer {
  const one = (predicate: string, of = values): string => {
    const value = of.get(predicate)?.[0];
    if (value !== undefined) return value;
    throw new InputError(`${file} is damaged: <${subject}> has no <${predicate}>`, {
      hint: 'restore the file from a copy, or remove it: the terms are then proposed again',
    });
  };
  const count = (predicate: string): number => Number(one(predicate));
  return {
    term: one(sfwc.termText),
    kind: one(sfwc.termKind) === 'phrase' ? 'phrase' : 'word',
    tag: one(nif.posTag) as NounTag,
    entityClass: one(sfwc.neTag) as EntityClass,
    accepted: { pages: count(sfwc.acceptedPagesWithTerm), of: count(sfwc.acceptedPagesRead) },
    rejected: { pages: count(sfwc.rejectedPagesWithTerm), of: count(sfwc.rejectedPagesRead) },
    sites: count(sfwc.sitesWithTerm),
    strength: count(sfwc.termStrength),
    examples: values.get(sfwc.pageWithTerm) ?? [],
    taken,
    by: one(foaf.name, bySubject.get(one(prov.wasAttributedTo)) ?? new Map()),
    time: one(prov.generatedAtTime),
    crawl: one(prov.wasDerivedFrom),
  };
}
