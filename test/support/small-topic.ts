import { createOxigraphStore } from '../../src/knowledge/oxigraph/oxigraph-store.js';
import {
  countBackground,
  documentsByLemma,
  topicStatistics,
  topicQuads,
} from '../../src/knowledge/krs/topic-quads.js';
import { topicIris, type TopicIris } from '../../src/knowledge/krs/iris.js';
import { KrsBuilder, type CountedNoun } from '../../src/knowledge/krs/krs.js';
import type { LinkedNoun, NounTag } from '../../src/model/noun.js';
import type { Page } from '../../src/model/page.js';
import type { Bindings, KnowledgeBase, QueryScope } from '../../src/model/rdf.js';
import type { AnnotatedPage } from '../../src/model/topic.js';
import { toNQuads } from '../../src/support/rdf/quads.js';
import { meaningKey, type FrequencyTable } from '../../src/knowledge/places/frequency-table.js';

/** An IRI for a lemma, as if a linker had found it. */
export const meaningOf = (lemma: string): string => `http://meaning.example/${encodeURIComponent(lemma)}`;

/** One mention of a noun; linked to {@link meaningOf} unless another IRI, or null for none, is given. */
export function mention(lemma: string, iri: string | null = meaningOf(lemma)): LinkedNoun {
  const noun: LinkedNoun = {
    lemma,
    surface: lemma,
    kind: lemma.includes(' ') ? 'phrase' : 'word',
    tag: 'NN',
    entityClass: 'other',
    begin: 0,
    end: lemma.length,
  };
  return iri === null ? noun : { ...noun, iri, linker: 'test' };
}

/** A page with this text and nothing else. */
export function textPage(text: string, changes: Partial<Page> = {}): Page {
  const robots = { noIndex: false, noFollow: false };
  const url = 'http://p.example/';
  return { url, title: '', headline: '', keywords: '', text, blocks: [], links: [], robots, ...changes };
}

/** A page that holds these mentions and nothing else. */
export function pageWith(nouns: readonly LinkedNoun[]): AnnotatedPage {
  return { page: textPage(''), nouns };
}

/** Counts as plain objects; what they do not name is unknown. Meanings are those of {@link meaningOf}. */
export function fixedTable(
  counts: Readonly<Record<string, number>>,
  background: Readonly<Record<string, number>> = {},
): FrequencyTable {
  const look = (known: Readonly<Record<string, number>>) => async (wanted: Iterable<string>) =>
    new Map([...wanted].map((lemma) => [lemma, known[lemma] ?? 0]));
  return {
    byLemma: look(counts),
    inBackground: look(background),
    byMeaning: async (wanted) =>
      new Map(
        [...wanted].map((meaning) => [
          meaningKey(meaning),
          meaning.iri === meaningOf(meaning.lemma) ? (counts[meaning.lemma] ?? 0) : 0,
        ]),
      ),
  };
}

/** A noun of a small corpus. */
export interface SmallNoun {
  readonly lemma: string;
  readonly tag?: NounTag;
  readonly iri?: string;
}

/** What {@link storeOf} makes. */
export interface SmallStore {
  readonly kb: KnowledgeBase;
  readonly iris: TopicIris;
  /** Every SELECT that was asked. */
  readonly asked: readonly string[];
}

/** A store with topics, written by the code that writes knowledge bases: topic name → nouns of each document. */
export async function storeOf(
  topics: Readonly<Record<string, readonly (readonly SmallNoun[])[]>>,
  background?: readonly (readonly string[])[],
): Promise<SmallStore> {
  const store = createOxigraphStore();
  for (const [name, documents] of Object.entries(topics)) {
    const builder = new KrsBuilder();
    for (const [index, nouns] of documents.entries()) {
      const id = `d${index}`;
      builder.add({ document: { id, title: `Document ${index}` }, nouns: nouns.map(counted) });
    }
    const krs = builder.finish();
    const byLemma = documentsByLemma(krs);
    const content = {
      name,
      iris: topicIris('http://kb.example/', name),
      krs,
      byLemma,
      statistics: topicStatistics(krs, byLemma),
      provenance: {
        annotator: 'test/1',
        language: 'en',
        linkers: ['gazetteer', 'wordnet'],
        settings: '{}',
        corpusChecksum: '0',
      },
    };
    const whole =
      background === undefined ? content : { ...content, background: countBackground(background) };
    await store.load(toNQuads(topicQuads(whole)));
  }
  const asked: string[] = [];
  const select = (query: string, scope?: QueryScope): Promise<Bindings> => {
    asked.push(query);
    return store.select(query, scope);
  };
  const [first = ''] = Object.keys(topics);
  return { kb: { ...store, select }, iris: topicIris('http://kb.example/', first), asked };
}

function counted({ lemma, tag = 'NN', iri }: SmallNoun): CountedNoun {
  const noun: CountedNoun = { lemma, kind: 'word', tag, entityClass: 'other', mentions: 1 };
  return iri === undefined ? noun : { ...noun, iri, linker: 'gazetteer' };
}
