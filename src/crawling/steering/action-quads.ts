import type { ModelAction, TakenAction } from '../../model/steering.js';
import { dcterms, foaf, prov, rdf, sfwc } from '../../model/vocabulary.js';
import { describe, type Description, type Statement } from '../../support/rdf/quads.js';
import { dateTime, integer, iri, text, truth } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';

/**
 * The quads of what people asked of a crawl: each action is a prov:Activity of a person or of software, which informed it. So is
 * each training of a model with their answers; the model is a prov:Entity that it generated.
 */
export function* actionQuads(actions: readonly TakenAction[], crawl: string): Generator<Description> {
  const names = [...new Set(actions.map(({ by }) => by))];
  const agentOf = ({ by, software }: TakenAction): string =>
    `${crawl}/${software === true ? 'software' : 'person'}/${names.indexOf(by) + 1}`;
  for (const [agent, { by, software }] of new Map(actions.map((taken) => [agentOf(taken), taken])))
    yield describe(agent, crawl, [
      [rdf.type, iri(prov.Agent)],
      ...(software === true ? [[rdf.type, iri(prov.SoftwareAgent)] as const] : []),
      [foaf.name, text(by)],
    ]);
  for (const [place, taken] of actions.entries()) {
    const { action, time, after, effect, refused } = taken;
    const subject = `${crawl}/action/${place + 1}`;
    yield describe(subject, crawl, [
      [rdf.type, iri(sfwc.Action)],
      [rdf.type, iri(prov.Activity)],
      [sfwc.actionKind, text(action.kind)],
      [dcterms.description, text(effect)],
      [prov.wasAssociatedWith, iri(agentOf(taken))],
      [prov.startedAtTime, dateTime(time)],
      [sfwc.afterEvent, integer(after)],
      ...targetsOf(action),
      ...(refused === true ? [[sfwc.refused, truth(true)] as const] : []),
    ]);
    if (action.kind === 'model') yield modelQuads(action, subject, time, crawl);
    if (refused === undefined) yield describe(crawl, crawl, [[prov.wasInformedBy, iri(subject)]]);
  }
}

/** The IRI of a model that a crawl trained. */
export function modelIri(crawl: string, number: number): string {
  return `${crawl}/model/${number}`;
}

function modelQuads(
  { number, checksum, yes, no }: ModelAction,
  action: string,
  time: string,
  crawl: string,
): Description {
  return describe(modelIri(crawl, number), crawl, [
    [rdf.type, iri(sfwc.Model)],
    [rdf.type, iri(prov.Entity)],
    [sfwc.modelNumber, integer(number)],
    [sfwc.answersYes, integer(yes)],
    [sfwc.answersNo, integer(no)],
    [sfwc.modelChecksum, text(checksum)],
    [prov.wasGeneratedBy, iri(action)],
    [prov.generatedAtTime, dateTime(time)],
  ]);
}

function concerned(url: string): Statement {
  return [sfwc.concerns, iri(iriOfUrl(url))];
}

function targetsOf(action: TakenAction['action']): readonly Statement[] {
  switch (action.kind) {
    case 'seed':
      return action.urls.map(concerned);
    case 'rate':
      return [action.url, ...(action.alike ?? [])].map(concerned);
    case 'ignore':
    case 'unignore':
      return [[sfwc.termText, text(action.term)]];
    case 'block':
    case 'unblock':
    case 'pin':
    case 'unpin':
    case 'boost':
      return [[sfwc.addressPattern, text(action.what)]];
    default:
      return [];
  }
}
