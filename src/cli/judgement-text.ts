import { pageNumbersOf, type DocumentPages } from '../model/page-reading.js';
import type { CrawlModel } from '../model/steering.js';
import type { Judgement, MemberOpinion, NounEvidence } from '../model/topic.js';
import { alignColumns } from '../support/text/columns.js';
import { verdictWord, type StyledText } from './colours.js';
import { scoreText } from './numbers.js';

/** A model that a crawl trained: `model 2, trained with 50 answers (20 yes, 30 no)`. */
export function modelText({ number, yes, no }: CrawlModel): string {
  return `model ${number}, trained with ${yes + no} answers (${yes} yes, ${no} no)`;
}

/**
 * A verdict as text: its summary, its evidence, and the nouns that influenced it most; of several topics, one each.
 * @param model the one that judged, where the crawl trained it
 * @param pages those of a document, by which its evidence is found
 */
export function judgementText(judgement: Judgement, model?: CrawlModel, pages?: DocumentPages): StyledText {
  if (judgement.topics === undefined) return verdictText(judgement, model, pages);
  return judgement.topics.map((one) => [`topic ${one.topic}: `, verdictText(one, undefined, pages)]);
}

/** The scores by several topics: `bees 0.980, opera 0.012 (rejected)`. */
export function topicsText({ topics = [] }: Judgement): string {
  return topics
    .map(({ topic, accepted, score }) => `${topic} ${scoreText(score)}${accepted ? '' : ' (rejected)'}`)
    .join(', ');
}

function verdictText(judgement: Judgement, model?: CrawlModel, pages?: DocumentPages): StyledText {
  const { reason, score, classifier } = judgement;
  const { distinct, linked, unknown } = reason.nouns;
  return [
    summaryText(judgement),
    '\n',
    `  classifier ${classifier}, score ${scoreText(score)}, ${bandText(judgement)}\n`,
    model === undefined ? '' : `  judged by ${modelText(model)}\n`,
    `  ${distinct} distinct nouns, ${linked} of them linked, ${unknown} unknown to the topic`,
    reason.meanIdf === null ? '\n' : `, mean IDF ${reason.meanIdf.toFixed(2)} bits\n`,
    reason.members === undefined
      ? ''
      : `  what it rests on (log odds add up to the probability):\n${membersTable(reason.members)}`,
    reason.evidence.length === 0
      ? ''
      : `  terms that pulled most (+ towards acceptance):\n${evidenceTable(reason.evidence, pages)}`,
  ];
}

/** Basis of each member of a verdict. */
const BASIS: Readonly<Record<string, string>> = {
  words: "words of the topic's texts against those of the background",
  meaning: 'vectors of words of the texts against those of the background',
  'noun ratio': 'counts of nouns in topic and background, by SPARQL',
  'mean IDF': 'counts of nouns in the topic, by SPARQL; less its mean IDF in bits',
  line: 'nearness of the text to the line about the topic',
  concepts: "nouns of the line's concepts and those below them in WordNet, by SPARQL",
  contrast: "vectors of the topic's texts against other pages of the crawl",
  encoder: 'nearness of title and beginning to the line, by a sentence encoder; against other such pages',
};
const OF_BEGINNING = 'the same, title and first 200 words';

function membersTable(members: readonly MemberOpinion[]): string {
  const rows = members.map(({ member, score, odds }) => [
    `    ${member}`,
    score.toFixed(3),
    `${odds >= 0 ? '+' : ''}${odds.toFixed(2)}`,
  ]);
  const basis = ['rests on', ...members.map(({ member }) => BASIS[member] ?? OF_BEGINNING)];
  const lines = alignColumns([['    member', 'score', 'log odds'], ...rows])
    .trimEnd()
    .split('\n');
  return lines.map((line, place) => `${line}  ${basis[place] ?? ''}\n`).join('');
}

/** The summary, which begins with the verdict in most cases. */
function summaryText({ accepted, reason: { summary } }: Judgement): StyledText {
  const word = accepted ? 'accepted' : 'rejected';
  return summary.startsWith(word) ? [verdictWord(accepted), summary.slice(word.length)] : summary;
}

function bandText({ reason: { band } }: Judgement): string {
  if (band.low !== null && band.high !== null)
    return `band ${band.low.toFixed(3)} to ${band.high.toFixed(3)}`;
  if (band.low !== null) return `accepted from ${band.low.toFixed(3)}`;
  return band.high === null ? 'no band' : `accepted up to ${band.high.toFixed(3)}`;
}

function evidenceTable(evidence: readonly NounEvidence[], pages: DocumentPages | undefined): string {
  const facets = evidence.some(({ facet }) => facet !== undefined);
  const rows = evidence.map(({ lemma, facet, pull, idf, documents, iri, mentions }) => [
    `    ${lemma}`,
    `${pull >= 0 ? '+' : ''}${pull.toFixed(3)}`,
    ...(facets ? [facet ?? 'to avoid'] : [idf.toFixed(2), documents === 0 ? 'unknown' : String(documents)]),
    ...(pages === undefined ? [] : [pageNumbers(mentions, pages)]),
    iri ?? '',
  ]);
  const counts = facets ? ['facet'] : ['IDF', 'documents'];
  const places = pages === undefined ? [] : ['on'];
  return alignColumns([['    term', 'pull', ...counts, ...places, 'means'], ...rows]);
}

/** The pages of the first mentions: `p. 3, 7`. */
function pageNumbers(mentions: NounEvidence['mentions'] = [], pages: DocumentPages): string {
  const numbers = pageNumbersOf(pages, mentions);
  return numbers.length === 0 ? '' : `p. ${numbers.join(', ')}`;
}
