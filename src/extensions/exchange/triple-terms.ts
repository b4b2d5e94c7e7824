import { DataFactory, type Quad, type Quad_Object, type Quad_Subject } from 'n3';
import { dcterms, itsrdf, LINKER_IRIS, prov, rdf, sfwc } from '../../model/vocabulary.js';
import { iri } from '../../support/rdf/rdf-terms.js';

/** A triple, or a quad of a graph; its object may be a triple term. */
const tripleOf = (
  subject: Quad_Subject,
  predicate: string,
  object: Quad_Object | Quad,
  graph?: Quad['graph'],
): Quad => DataFactory.quad(subject, iri(predicate), object, graph);

/** What is known so far of a verdict. */
interface Verdict {
  page?: Quad_Subject;
  topic?: Quad_Object;
  isJudged?: boolean;
}

/** What is known so far of a link. */
interface Link {
  meaning?: Quad_Object;
  linker?: Quad_Object;
}

/** What is not complete yet, of one graph. */
interface Pending {
  readonly links: Map<string, Link>;
  readonly verdicts: Map<string, Verdict>;
  /** The topics that a crawl used. */
  readonly topics: Quad_Object[];
}

/**
 * Adds the provenance of links and verdicts as triple terms of RDF 1.2. Of each linked noun a reifier `…#link` names the linker of the
 * triple that links it. Of each verdict the decision, which has score, classifier and reason, reifies the triple
 * `page dcterms:subject topic`; `sfwc:accepted` says whether it holds. Nothing more is asserted, and all quads stay as they are.
 *
 * Quads may come in any order. What is not complete is kept in memory: little where they are in the order of sfwc's files.
 */
export async function* withTripleTerms(quads: AsyncIterable<Quad>): AsyncGenerator<Quad> {
  const graphs = new Map<string, Pending>();
  const terms = new Map<string, Quad['graph']>();
  for await (const quad of quads) {
    yield quad;
    const name = quad.graph.value;
    const pending = graphs.get(name) ?? { links: new Map(), verdicts: new Map(), topics: [] };
    if (!graphs.has(name)) terms.set(name, quad.graph);
    graphs.set(name, pending);
    yield* linkQuads(quad, pending);
    yield* verdictQuads(quad, pending);
  }
  for (const [name, pending] of graphs)
    for (const [decision, verdict] of pending.verdicts)
      yield* reifiedVerdict(decision, verdict, pending, terms.get(name) ?? DataFactory.defaultGraph());
}

function* linkQuads({ subject, predicate, object, graph }: Quad, { links }: Pending): Generator<Quad> {
  const isMeaning = predicate.value === itsrdf.taIdentRef;
  // The nouns of evidence, which nothing says the linker of, would be kept to the end.
  if (
    (!isMeaning && predicate.value !== sfwc.linkedBy) ||
    subject.value.startsWith(`${graph.value}/decision/`)
  )
    return;
  const link = links.get(subject.value) ?? {};
  links.set(subject.value, link);
  if (isMeaning) link.meaning = object;
  else link.linker = object;
  const { meaning, linker } = link;
  if (meaning === undefined || linker === undefined) return;
  links.delete(subject.value);
  const reifier = iri(`${subject.value}#link`);
  yield tripleOf(reifier, rdf.reifies, tripleOf(subject, itsrdf.taIdentRef, meaning), graph);
  yield tripleOf(reifier, sfwc.linkedBy, linker, graph);
  const named = LINKER_IRIS.get(linker.value);
  if (named !== undefined) yield tripleOf(reifier, itsrdf.taAnnotatorsRef, iri(named), graph);
}

function* verdictQuads({ subject, predicate, object, graph }: Quad, pending: Pending): Generator<Quad> {
  const verdictOf = (decision: string): Verdict => {
    const known = pending.verdicts.get(decision) ?? {};
    pending.verdicts.set(decision, known);
    return known;
  };
  switch (predicate.value) {
    case prov.used:
      pending.topics.push(object);
      return;
    case sfwc.decision:
    case sfwc.topicDecision:
      verdictOf(object.value).page = subject;
      return;
    case sfwc.byTopic:
      verdictOf(subject.value).topic = object;
      return;
    case sfwc.accepted: {
      const verdict = verdictOf(subject.value);
      verdict.isJudged = true;
      // Of several topics, the one of the decision may come later.
      if (verdict.page === undefined || (pending.topics.length !== 1 && verdict.topic === undefined)) return;
      pending.verdicts.delete(subject.value);
      yield* reifiedVerdict(subject.value, verdict, pending, graph);
    }
  }
}

/** Nothing where the page is not known, or not which of several topics decided. */
function* reifiedVerdict(
  decision: string,
  { page, topic, isJudged }: Verdict,
  { topics }: Pending,
  graph: Quad['graph'],
): Generator<Quad> {
  const about = topic ?? (topics.length === 1 ? topics[0] : undefined);
  if (page === undefined || about === undefined || isJudged !== true) return;
  yield tripleOf(iri(decision), rdf.reifies, tripleOf(page, dcterms.subject, about), graph);
}
