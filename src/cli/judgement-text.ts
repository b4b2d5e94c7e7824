import { pageNumbersOf, type DocumentPages } from '../model/page-reading.js';
import type { CrawlModel } from '../model/steering.js';
import type { Judgement, MemberOpinion, NounEvidence } from '../model/topic.js';
import { alignColumns } from '../support/text/columns.js';
import { scoreText } from './io.js';

/** A model that a crawl trained: `model 2, trained with 50 answers (20 yes, 30 no)`. */
export function modelText({ number, yes, no }: CrawlModel): string {
  return `model ${number}, trained with ${yes + no} answers (${yes} yes, ${no} no)`;
}

/** A verdict as text. @param model the one that the crawl trained, if any @param pages those of a document */
export function judgementText(judgement: Judgement, model?: CrawlModel, pages?: DocumentPages): string {
  if (judgement.topics === undefined) return verdictText(judgement, model, pages);
  return judgement.topics.map((one) => `topic ${one.topic}: ${verdictText(one, undefined, pages)}`).join('');
}

/** The scores by several topics: `bees 0.980, opera 0.012 (rejected)`. */
export function topicsText({ topics = [] }: Judgement): string {
  return topics
    .map(({ topic, accepted, score }) => `${topic} ${scoreText(score)}${accepted ? '' : ' (rejected)'}`)
    .join(', ');
}

function verdictText(
  { reason, score, classifier }: Judgement,
  model: CrawlModel | undefined,
  pages: DocumentPages | undefined,
): string {
  const { distinct, linked, unknown } = reason.nouns;
  const { summary, band, meanIdf, members, evidence } = reason;
  return [
    summary,
    `\n  classifier ${classifier}, score ${scoreText(score)}, ${bandText(band)}\n`,
    model === undefined ? '' : `  judged by ${modelText(model)}\n`,
    `  ${distinct} distinct nouns, ${linked} of them linked, ${unknown} unknown to the topic`,
    meanIdf === null ? '\n' : `, mean IDF ${meanIdf.toFixed(2)} bits\n`,
    members === undefined
      ? ''
      : `  what it rests on (log odds add up to the probability):\n${membersTable(members)}`,
    evidence.length === 0
      ? ''
      : `  terms that pulled most (+ towards acceptance):\n${evidenceTable(evidence, pages)}`,
  ].join('');
}

function membersTable(members: readonly MemberOpinion[]): string {
  const rows = members.map(({ member, score, odds }) => [`    ${member}`, score.toFixed(3), signed(odds, 2)]);
  return alignColumns([['    member', 'score', 'log odds'], ...rows]);
}

function signed(number: number, digits: number): string {
  return `${number >= 0 ? '+' : ''}${number.toFixed(digits)}`;
}

function bandText({ low, high }: Judgement['reason']['band']): string {
  if (low !== null && high !== null) return `band ${low.toFixed(3)} to ${high.toFixed(3)}`;
  if (low !== null) return `accepted from ${low.toFixed(3)}`;
  return high === null ? 'no band' : `accepted up to ${high.toFixed(3)}`;
}

function evidenceTable(evidence: readonly NounEvidence[], pages: DocumentPages | undefined): string {
  const facets = evidence.some(({ facet }) => facet !== undefined);
  const rows = evidence.map(({ lemma, facet, pull, idf, documents, iri, mentions = [] }) => {
    const numbers = pages === undefined ? [] : pageNumbersOf(pages, mentions);
    return [
      `    ${lemma}`,
      signed(pull, 3),
      ...(facets ? [facet ?? 'to avoid'] : [idf.toFixed(2), documents === 0 ? 'unknown' : String(documents)]),
      ...(pages === undefined ? [] : [numbers.length === 0 ? '' : `p. ${numbers.join(', ')}`]),
      iri ?? '',
    ];
  });
  const counts = facets ? ['facet'] : ['IDF', 'documents'];
  const places = pages === undefined ? [] : ['on'];
  return alignColumns([['    term', 'pull', ...counts, ...places, 'means'], ...rows]);
}
