import { DataFactory, type Quad } from 'n3';
import { readEventsSoFar } from '../../crawling/store/result-folder.js';
import { readPageText } from '../../crawling/store/page-files.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { vocabularyFile } from '../../knowledge/files/vocabulary-file.js';
import { folderOf, openTopic } from '../../knowledge/places/knowledge-base.js';
import { PARTS } from '../../judging/parts.js';
import { InputError } from '../../model/errors.js';
import type { Subject } from '../../model/subject.js';
import type { CandidateAnswer, VocabularyCandidate } from '../../model/vocabulary-candidate.js';
import { dcterms, PREFIXES, rdf, rdfs, sfwc, skos } from '../../model/vocabulary.js';
import { contextOf } from './context-of.js';
import { fileExists } from '../../support/files/file-exists.js';
import { iri, text, truth } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl, isIri } from '../../support/rdf/sparql-terms.js';
import { candidatesFile, readCandidateAnswers } from './candidate-answers.js';
import type { SharedTerm } from './choose-terms.js';
import { termsOfCrawl } from './terms-of-crawl.js';
import { turtleOf } from './turtle.js';
import '../../app/topics/vocabulary.js';

/** Candidates of a crawl, with what is needed to write them. */
export interface CandidatesOfCrawl {
  /** Those that nobody has answered about. */
  readonly candidates: readonly VocabularyCandidate[];
  /** What the keeper answered, without what the vocabulary names by now. */
  readonly answers: readonly CandidateAnswer[];
  /** Of all that were not declined. */
  readonly quads: readonly Quad[];
  /** Why there are none, where the crawl is too small for it. */
  readonly whyNot?: string;
}

/** Candidates that are proposed at a time. */
const MOST_PROPOSED = 12;
/** Pages and sentences of a candidate that are shown. */
const MOST_SHOWN = 3;
/** A share of the pages with a term that a concept must be a subject of, to be near it. */
const LEAST_SHARE = 0.2;

/**
 * Proposes candidates for the vocabulary of a topic out of a crawl.
 * @throws InputError where the topic has no vocabulary, or the folder no crawl for it; UsageError for a topic in an endpoint
 */
export async function candidatesOfCrawl(kb: string, topic: string, out: string): Promise<CandidatesOfCrawl> {
  const opened = await openTopic(kb, topic);
  const file = topicFile(folderOf(opened, 'the vocabulary of a topic'), topic);
  if (!(await fileExists(vocabularyFile(file))))
    throw new InputError(`topic '${topic}' has no vocabulary to which a crawl could add`, {
      hint: `build it with one: sfwc build --vocabulary FILE --topic '${topic}' --kb ${kb}`,
    });
  const { terms, whyNot } = await termsOfCrawl(out, opened);
  const isNamed = await (await PARTS.vocabularies()).openNames(file);
  const answers = (await readCandidateAnswers(candidatesFile(file))).filter(({ term }) => !isNamed(term));
  const answered = new Set(answers.map(({ term }) => term));
  const lacking = terms.filter(({ term }) => !isNamed(term) && !answered.has(term)).slice(0, MOST_PROPOSED);
  const { subjects, total } = await subjectsOfPages(out);
  const candidates: VocabularyCandidate[] = [];
  for (const term of lacking) candidates.push(await candidateOf(term, out, subjects, total));
  const wanted = [...answers.filter(({ taken }) => taken), ...candidates];
  const quads = wanted.flatMap((candidate) =>
    candidateQuads(candidate, `${opened.facts.iri}/candidates#`, opened.facts.language),
  );
  return { candidates, answers, quads, ...(whyNot === undefined ? {} : { whyNot }) };
}

type SubjectsByPage = ReadonlyMap<string, readonly Subject[]>;

/** The subjects of the accepted pages, and of how many pages each concept is one. */
async function subjectsOfPages(
  out: string,
): Promise<{ readonly subjects: SubjectsByPage; readonly total: ReadonlyMap<string, number> }> {
  const subjects = new Map<string, readonly Subject[]>();
  for await (const event of readEventsSoFar(out))
    if (event.judgement?.accepted === true) subjects.set(event.url, event.subjects ?? []);
    else subjects.delete(event.url);
  const total = new Map<string, number>();
  for (const list of subjects.values())
    for (const { iri: concept } of list) total.set(concept, (total.get(concept) ?? 0) + 1);
  return { subjects, total };
}

async function candidateOf(
  { term, accepted, sites, examples }: SharedTerm,
  out: string,
  subjects: SubjectsByPage,
  total: ReadonlyMap<string, number>,
): Promise<VocabularyCandidate> {
  const contexts: string[] = [];
  for (const url of examples) {
    if (contexts.length >= MOST_SHOWN) break;
    const found = contextOf((await readPageText(out, url)) ?? '', term);
    if (found !== undefined) contexts.push(found);
  }
  const nearest = nearestConcept(examples, subjects, total);
  return {
    term,
    accepted,
    sites,
    pages: examples.slice(0, MOST_SHOWN),
    contexts,
    ...(nearest === undefined ? {} : { nearest }),
  };
}

function nearestConcept(
  pages: readonly string[],
  subjects: SubjectsByPage,
  total: ReadonlyMap<string, number>,
): VocabularyCandidate['nearest'] {
  const counts = new Map<string, { readonly subject: Subject; count: number }>();
  for (const page of pages)
    for (const subject of subjects.get(page) ?? []) {
      const known = counts.get(subject.iri) ?? { subject, count: 0 };
      counts.set(subject.iri, { ...known, count: known.count + 1 });
    }
  const lift = ({ subject, count }: { readonly subject: Subject; readonly count: number }): number =>
    count ** 2 / ((total.get(subject.iri) ?? count) + 1);
  const [best] = [...counts.values()]
    .filter(({ count }) => count >= LEAST_SHARE * pages.length)
    .sort((a, b) => lift(b) - lift(a) || (a.subject.iri < b.subject.iri ? -1 : 1));
  return best && { iri: best.subject.iri, label: best.subject.label };
}

function candidateQuads(
  candidate: VocabularyCandidate | CandidateAnswer,
  base: string,
  language: string,
): readonly Quad[] {
  const { term, accepted, sites, pages, contexts, nearest } = candidate;
  const concept = iri(`${base}${encodeURIComponent(term.replace(/\s+/g, '-'))}`);
  const near = nearest === undefined ? '' : `; nearest concept: ${nearest.label}`;
  const decided = 'by' in candidate ? `; accepted by ${candidate.by} on ${candidate.time.slice(0, 10)}` : '';
  const note = `proposed: on ${accepted.pages} of ${accepted.of} accepted pages of a crawl, on ${sites} sites; the vocabulary does not name it${near}${decided}`;
  const say = (predicate: string, object: Quad['object']): Quad =>
    DataFactory.quad(concept, iri(predicate), object);
  return [
    say(rdf.type, iri(skos.Concept)),
    say(skos.prefLabel, DataFactory.literal(term, language)),
    ...(decided === '' ? [say(sfwc.proposed, truth(true))] : []),
    say(skos.editorialNote, text(note)),
    ...contexts.map((context) => say(skos.example, DataFactory.literal(context, language))),
    ...pages.map((page) => say(dcterms.source, iri(iriOfUrl(page)))),
    ...(nearest !== undefined && isIri(nearest.iri) ? [say(rdfs.seeAlso, iri(nearest.iri))] : []),
  ];
}

/** Candidates as a file for the keeper of the vocabulary. */
export async function candidatesTurtle(topic: string, quads: readonly Quad[]): Promise<string> {
  const { sfwc, skos, dcterms } = PREFIXES;
  return `# Candidates for the vocabulary of '${topic}', proposed by sfwc thesaurus suggest --from-crawl. Its keeper decides: give a
# candidate a broader concept, or make it a label of a concept that exists; where it stays, remove its sfwc:proposed.
${await turtleOf(quads, { sfwc, skos, dcterms })}`;
}
