import { z } from 'zod';
import { accept, topicName } from '../../app/settings/common.js';
import type { Judgement, TopicJudgement } from '../../model/topic.js';
import { scoreOrNull } from '../../model/verdict-by-threshold.js';
import { CRAWL_NAME } from './crawls.js';

/** Schemas that several tools share. */

export const topicArgument = topicName.describe('Name of a topic, as list_topics shows it');
export const topicsArgument = z
  .array(topicArgument)
  .min(1)
  .max(20)
  .describe('Names of topics; each judges, and one that accepts is enough');
export const acceptArgument = accept.schema
  .unwrap()
  .optional()
  .describe('How much to accept: precise, balanced (default), broad, or a number from 0 to 1');
export const crawlArgument = z
  .string()
  .regex(CRAWL_NAME, 'must be letters, digits, dots, hyphens and underscores; at most 64')
  .describe('Name of the crawl, as list_crawls shows it');
export const urlArgument = z.string().min(1).max(4096).describe('A web address: http://… or https://…');

/** Patterns of addresses come from an assistant: nothing in them may take long to match. */
export const patternArgument = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !text.trimStart().startsWith('/'), 'must not be a regular expression')
  .refine((text) => (text.match(/\*+/g)?.length ?? 0) <= 4, 'must have at most four *')
  .describe('A host, a URL, or a URL in which * stands for anything');

const evidence = z.object({
  noun: z.string(),
  pull: z.number().describe('How far the noun moved the score; positive: towards acceptance'),
  documents: z.number().describe("Documents of the topic's corpus that hold it; 0: unknown to the topic"),
  meaning: z.string().optional().describe('IRI of what it is linked to'),
});

const verdict = z.object({
  topic: z.string().optional(),
  accepted: z.boolean(),
  score: z.number().nullable().describe('Larger is more on topic; null: nothing to judge by'),
  acceptedFrom: z.number().nullable().describe('Score from which pages are accepted'),
  classifier: z.string(),
  why: z.string(),
  evidence: z.array(evidence).describe('The nouns that influenced the verdict most'),
});

/** A verdict; of several topics the best one, and one for each. */
export const judgementSchema = verdict.extend({ topics: z.array(verdict).optional() });

/** Nouns that are shown of a verdict. */
const MOST_EVIDENCE = 12;

/** A judgement as tools show it. */
export function shownJudgement(judgement: Judgement): z.input<typeof judgementSchema> {
  return { ...shownVerdict(judgement), topics: judgement.topics?.map(shownVerdict) };
}

function shownVerdict({
  topic,
  accepted,
  score,
  classifier,
  reason,
}: Judgement | TopicJudgement): z.input<typeof verdict> {
  return {
    topic,
    accepted,
    score: scoreOrNull(score),
    acceptedFrom: reason.band.low,
    classifier,
    why: reason.overruled?.summary ?? reason.summary,
    evidence: reason.evidence.slice(0, MOST_EVIDENCE).map(({ lemma, pull, documents, iri }) => ({
      noun: lemma,
      pull,
      documents,
      meaning: iri,
    })),
  };
}
