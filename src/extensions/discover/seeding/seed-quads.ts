import { dcterms, prov, rdf, sfwc } from '../../../model/vocabulary.js';
import { sha256 } from '../../../support/hash.js';
import { describe, type Description, type Statement } from '../../../support/rdf/quads.js';
import { dateTime, decimal, integer, iri, text, truth } from '../../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../../support/rdf/sparql-terms.js';
import type { FoundBy } from './seed-candidates.js';
import type { JudgedCandidate, Probe } from './choose-seeds.js';
import { whyProposed } from './seed-file.js';

/** Proposed seeds, for their RDF. */
export interface SeedProposal {
  readonly topic: string;
  readonly topicIri: string;
  /** When they were proposed: ISO 8601, UTC. */
  readonly time: string;
  /** Best first. */
  readonly seeds: readonly JudgedCandidate[];
}

/** The IRI of a proposal, which also names its graph: one for each topic and time. */
export function proposalIri({ topicIri, time }: SeedProposal): string {
  return `http://sfwcrawler.com/seeds/${sha256([topicIri, time].join('\n')).slice(0, 16)}`;
}

/**
 * The quads of a proposal: a prov:Activity that used the topic; its seeds, each a prov:Entity with what a probe showed, and
 * the answers of sources that they were derived from.
 */
export function* seedQuads(proposal: SeedProposal): Generator<Description> {
  const graph = proposalIri(proposal);
  yield describe(graph, graph, [
    [rdf.type, iri(sfwc.SeedProposal)],
    [rdf.type, iri(prov.Activity)],
    [dcterms.title, text(`Seeds for ${proposal.topic}`)],
    [prov.used, iri(proposal.topicIri)],
    [prov.endedAtTime, dateTime(proposal.time)],
  ]);
  for (const [place, seed] of proposal.seeds.entries()) yield* quadsOf(seed, place + 1, graph);
}

function* quadsOf(seed: JudgedCandidate, rank: number, graph: string): Generator<Description> {
  const subject = `${graph}/seed/${rank}`;
  const answerIri = (place: number): string => `${subject}/found/${place + 1}`;
  yield describe(subject, graph, [
    [rdf.type, iri(sfwc.ProposedSeed)],
    [rdf.type, iri(prov.Entity)],
    [sfwc.seedPage, iri(iriOfUrl(seed.url))],
    [sfwc.seedRank, integer(rank)],
    [sfwc.expectedQuality, decimal(seed.value)],
    [sfwc.probed, truth(seed.probed)],
    ...whyProposed(seed).map((line): Statement => [dcterms.description, text(line)]),
    ...probeStatements(seed.probe),
    [prov.wasGeneratedBy, iri(graph)],
    ...seed.found.map((_, place): Statement => [prov.wasDerivedFrom, iri(answerIri(place))]),
  ]);
  for (const [place, found] of seed.found.entries()) yield answerQuads(answerIri(place), found, graph);
}

function probeStatements(probe: Probe | undefined): readonly Statement[] {
  if (probe === undefined || 'error' in probe) return [];
  const { title, judgement, links } = probe;
  return [
    ...(title === '' ? [] : [[dcterms.title, text(title)] as const]),
    [sfwc.probeAccepted, truth(judgement.accepted)],
    [sfwc.probeScore, decimal(judgement.score)],
    [sfwc.linksFound, integer(links.all)],
    [sfwc.linksOnTopic, integer(links.onTopic)],
  ];
}

function answerQuads(subject: string, { source, by, place, note }: FoundBy, graph: string): Description {
  return describe(subject, graph, [
    [rdf.type, iri(sfwc.SeedAnswer)],
    [rdf.type, iri(prov.Entity)],
    [sfwc.seedSource, text(source)],
    [dcterms.source, text(by)],
    [sfwc.seedRank, integer(place)],
    ...(note === '' ? [] : [[dcterms.description, text(note)] as const]),
  ]);
}
