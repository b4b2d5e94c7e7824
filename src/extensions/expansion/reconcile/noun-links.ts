import { linksGraph, readLinkStatements, type LinkStatements } from '../../../knowledge/files/links-file.js';
import { dcterms, itsrdf, nif, rdf, rdfs, sfwc } from '../../../model/vocabulary.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { sha256 } from '../../../support/hash.js';
import { describe, nquadsOf, type Description, type Statement } from '../../../support/rdf/quads.js';
import { decimal, iri, text, truth } from '../../../support/rdf/rdf-terms.js';
import { isIri } from '../../../support/rdf/sparql-terms.js';

/** What `sfwc:linkedBy` says of links by a reconciliation service. */
export const RECONCILIATION_NAME = 'reconciliation';

/** What a service or a person said of a noun of a topic and an entity of a service. */
export interface NounLink {
  readonly noun: string;
  /** IRI of the entity. */
  readonly meaning: string;
  /** What the service calls it. */
  readonly label: string;
  readonly description: string;
  /** As the service has it; undefined for an entity that a person named. */
  readonly score?: number;
  /** Address of the service; empty for an entity that a person named. */
  readonly service: string;
  /** Whether the entity is what the noun means in the topic. */
  readonly accepted: boolean;
  /** Whether a person said so. */
  readonly reviewed: boolean;
}

/** Replaces the links of a topic. @throws OutputError */
export async function writeLinks(file: string, topic: string, links: readonly NounLink[]): Promise<void> {
  await replaceFile(file, nquadsOf(linkQuads(topic, links)));
}

/** The links of a topic as RDF, ordered by noun. */
export function* linkQuads(topic: string, links: readonly NounLink[]): Generator<Description> {
  const ordered = [...links].sort((a, b) => compare(a.noun, b.noun) || compare(a.meaning, b.meaning));
  for (const link of ordered) {
    const name = `${encodeURIComponent(link.noun)}.${sha256(link.meaning).slice(0, 8)}`;
    yield describe(`${topic}/link/${name}`, linksGraph(topic), statementsOf(link));
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function statementsOf(link: NounLink): Statement[] {
  const { noun, meaning, label, description, score, service, accepted, reviewed } = link;
  const meant: Statement[] = accepted
    ? [
        [rdf.type, iri(sfwc.Link)],
        [itsrdf.taIdentRef, iri(meaning)],
        [sfwc.linkedBy, text(RECONCILIATION_NAME)],
      ]
    : [
        [rdf.type, iri(sfwc.RefusedLink)],
        [rdfs.seeAlso, iri(meaning)],
      ];
  return [
    ...meant,
    [nif.anchorOf, text(noun)],
    ...(label === '' ? [] : [[rdfs.label, text(label)] as const]),
    ...(description === '' ? [] : [[dcterms.description, text(description)] as const]),
    ...(score === undefined ? [] : [[sfwc.score, decimal(score)] as const]),
    ...(isIri(service) ? [[dcterms.source, iri(service)] as const] : []),
    [sfwc.reviewed, truth(reviewed)],
  ];
}

/** The links of a topic; none where there is no file. @throws InputError when it is damaged */
export async function readLinks(file: string): Promise<readonly NounLink[]> {
  return (await readLinkStatements(file)).flatMap((statements) => {
    const link = linkOf(statements);
    return link.noun === '' || link.meaning === '' ? [] : [link];
  });
}

function linkOf(statements: LinkStatements): NounLink {
  const one = (predicate: string): string => statements.get(predicate)?.[0] ?? '';
  const accepted = statements.get(rdf.type)?.includes(sfwc.Link) === true;
  const score = one(sfwc.score);
  return {
    noun: one(nif.anchorOf),
    meaning: one(accepted ? itsrdf.taIdentRef : rdfs.seeAlso),
    label: one(rdfs.label),
    description: one(dcterms.description),
    ...(score === '' ? {} : { score: Number(score) }),
    service: one(dcterms.source),
    accepted,
    reviewed: one(sfwc.reviewed) === 'true',
  };
}

/**
 * Links together with new ones. An accepted link of a noun takes the place of the accepted one before, but what a person said only
 * gives way to a person.
 */
export function mergeLinks(before: readonly NounLink[], added: readonly NounLink[]): readonly NounLink[] {
  let links = [...before];
  for (const link of added) {
    const same = ({ noun, meaning }: NounLink): boolean => noun === link.noun && meaning === link.meaning;
    const rival = (other: NounLink): boolean =>
      other.noun === link.noun && (same(other) || (link.accepted && other.accepted));
    if (!link.reviewed && links.some((other) => other.reviewed && rival(other))) continue;
    links = [...links.filter((other) => !rival(other)), link];
  }
  return links;
}
