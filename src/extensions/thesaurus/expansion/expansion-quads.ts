import { dcterms, nif, rdf, rdfs, sfwc, skos } from '../../../model/vocabulary.js';
import { describe, type Description, type Statement } from '../../../support/rdf/quads.js';
import { decimal, iri, text } from '../../../support/rdf/rdf-terms.js';
import { synsetIri } from '../../../language/wordnet/wordnet.js';
import type { ExpandedNoun, RelatedSynset } from './expand-nouns.js';
import { expansionIri } from '../../../knowledge/krs/iris.js';

/** The expansion of a topic and its provenance. */
export interface ExpansionContent {
  /** The topic's IRI. */
  readonly topic: string;
  readonly topicName: string;
  /** Checksum of the current topic. */
  readonly topicChecksum: string;
  /** Name and version of the dictionary. */
  readonly source: string;
  /** Its settings, as JSON with sorted keys. */
  readonly settings: string;
  readonly nouns: readonly ExpandedNoun[];
}

/** A concept of the expansion, merged from all nouns that lead to its synset. */
interface Concept {
  readonly synset: RelatedSynset;
  readonly nouns: { readonly lemma: string; readonly weight: number }[];
  readonly broader: Set<number>;
  readonly narrower: Set<number>;
  gloss: string;
  relatedness: number;
}

/**
 * The quads of an expansion in a fixed order: SKOS with the IRIs of the synsets as concepts. Labels are plain strings
 * like the nouns of the topic, so that queries can join them; the preferred label is the topic's noun if the synset
 * is its sense. As in WordNet, a concept may have several broader ones; one without any is a top concept.
 */
export function* expansionQuads(content: ExpansionContent): Generator<Description> {
  const graph = expansionIri(content.topic);
  yield describe(graph, graph, [
    [rdf.type, iri(sfwc.Expansion)],
    [rdf.type, iri(skos.ConceptScheme)],
    [rdfs.label, text(`${content.topicName}, expanded by ${content.source}`)],
    [sfwc.topicChecksum, text(content.topicChecksum)],
    [sfwc.settings, text(content.settings)],
    [dcterms.source, text(content.source)],
  ]);
  yield describe(content.topic, graph, [[sfwc.expansion, iri(graph)]]);
  const concepts = [...collect(content.nouns)].sort(([a], [b]) => a - b);
  const below = new Set(concepts.flatMap(([, { narrower }]) => [...narrower]));
  for (const [offset, concept] of concepts) {
    const isTop = concept.broader.size === 0 && !below.has(offset);
    const place = isTop ? [skos.inScheme, skos.topConceptOf] : [skos.inScheme];
    yield describe(synsetIri(offset), graph, [
      ...statementsOf(concept),
      ...place.map((property): Statement => [property, iri(graph)]),
    ]);
  }
}

function collect(nouns: readonly ExpandedNoun[]): ReadonlyMap<number, Concept> {
  const concepts = new Map<number, Concept>();
  const enter = (synset: RelatedSynset): Concept => {
    const { offset, relatedness } = synset;
    const known = concepts.get(offset) ?? {
      synset,
      nouns: [],
      broader: new Set(),
      narrower: new Set(),
      gloss: '',
      relatedness,
    };
    // The value depends on the noun that is left out of the comparison; the greatest one admitted the synset.
    known.relatedness = Math.max(known.relatedness, relatedness);
    concepts.set(offset, known);
    return known;
  };
  for (const noun of nouns) {
    const concept = enter(noun);
    concept.gloss = noun.gloss;
    concept.nouns.push({ lemma: noun.lemma, weight: noun.weight });
    for (const other of noun.hypernyms) concept.broader.add(enter(other).synset.offset);
    for (const other of noun.hyponyms) concept.narrower.add(enter(other).synset.offset);
  }
  return concepts;
}

function statementsOf({ synset, nouns, broader, narrower, gloss, relatedness }: Concept): Statement[] {
  const own = nouns.map(({ lemma }) => lemma);
  const [preferred = '', ...others] = distinctLabels([...own, ...synset.words]);
  const weight = Math.max(...nouns.map((noun) => noun.weight));
  return [
    [rdf.type, iri(skos.Concept)],
    [skos.prefLabel, text(preferred)],
    ...others.map((label): Statement => [skos.altLabel, text(label)]),
    ...own.map((lemma): Statement => [nif.anchorOf, text(lemma)]),
    ...(nouns.length === 0 ? [] : [[sfwc.nounWeight, decimal(weight)] as const]),
    [sfwc.relatedness, decimal(relatedness)],
    ...(gloss === '' ? [] : [[skos.definition, text(gloss)] as const]),
    ...[...broader].sort((a, b) => a - b).map((other): Statement => [skos.broader, iri(synsetIri(other))]),
    ...[...narrower].sort((a, b) => a - b).map((other): Statement => [skos.narrower, iri(synsetIri(other))]),
  ];
}

/** Labels without duplicates, ignoring case. */
function distinctLabels(labels: readonly string[]): string[] {
  const seen = new Set<string>();
  return labels.filter((label) => {
    const plain = label.toLowerCase();
    return !seen.has(plain) && seen.add(plain);
  });
}
