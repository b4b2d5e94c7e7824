import { z } from 'zod';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { vocabularyFile } from '../../knowledge/files/vocabulary-file.js';
import { InputError, UsageError } from '../../model/errors.js';
import type { CandidateAnswer, CandidateAnswers, CandidateReport } from '../../model/vocabulary-candidate.js';
import { fileExists } from '../../support/files/file-exists.js';
import { systemClock } from '../../support/time/clock.js';
import { candidatesFile, readCandidateAnswers, writeCandidateAnswers } from './candidate-answers.js';
import { candidatesOfCrawl, candidatesTurtle } from './suggest-from-crawl.js';

const schema = z.object({
  topic: z.union([z.string(), z.array(z.string())]).default([]),
  settings: z.object({ kb: z.string().default('') }),
});

/** The knowledge base of a crawl, as the crawl was given it, and its topics. @throws InputError where no crawl was begun */
async function topicsOf(out: string): Promise<{ readonly kb: string; readonly topics: readonly string[] }> {
  const { topic, settings } = await readDescription(out, schema);
  return { kb: settings.kb, topics: [topic].flat() };
}

/** What a crawl proposes for each of its topics that has a vocabulary. @throws InputError where no crawl was begun */
export async function candidateReports(out: string): Promise<readonly CandidateReport[]> {
  const { kb, topics } = await topicsOf(out);
  const reports: CandidateReport[] = [];
  for (const topic of topics)
    if (await hasVocabulary(kb, topic)) reports.push(await reportOf(kb, topic, out));
  return reports;
}

/** Whether a topic is in a folder here, and has a vocabulary. */
function hasVocabulary(kb: string, topic: string): Promise<boolean> {
  return fileExists(vocabularyFile(topicFile(kb, topic)));
}

async function reportOf(kb: string, topic: string, out: string): Promise<CandidateReport> {
  const { candidates, answers, whyNot } = await candidatesOfCrawl(kb, topic, out);
  return {
    topic,
    proposed: candidates,
    ...(whyNot === undefined ? {} : { whyNot }),
    taken: answers.filter(({ taken }) => taken),
    declined: answers.filter(({ taken }) => !taken),
  };
}

/** Keeps answers with the topic. @throws InputError; UsageError for a term that is neither proposed nor answered; OutputError */
export async function answerCandidates(
  out: string,
  { topic, take, decline, by }: CandidateAnswers,
): Promise<CandidateReport> {
  const both = take.find((term) => decline.includes(term));
  if (both !== undefined) throw new UsageError(`'${both}' cannot be both accepted and declined`);
  const { kb, topics } = await topicsOf(out);
  if (!topics.includes(topic) || !(await hasVocabulary(kb, topic)))
    throw new InputError(`the crawl in ${out} proposes nothing for a vocabulary of topic '${topic}'`);
  const file = candidatesFile(topicFile(kb, topic));
  const answers = new Map((await readCandidateAnswers(file)).map((one) => [one.term, one]));
  const { candidates } = await candidatesOfCrawl(kb, topic, out);
  const time = new Date(systemClock.now()).toISOString();
  for (const [terms, taken] of [[take, true] as const, [decline, false] as const])
    for (const term of terms) {
      const about = candidates.find((one) => one.term === term) ?? answers.get(term);
      if (about === undefined)
        throw new UsageError(`'${term}' is not a candidate that the crawl in ${out} proposes`);
      answers.set(term, { ...about, taken, by, time } satisfies CandidateAnswer);
    }
  await writeCandidateAnswers(file, [...answers.values()]);
  return reportOf(kb, topic, out);
}

/** Candidates that were not declined, as SKOS in Turtle. @throws InputError where the topic has no vocabulary */
export async function candidatesInTurtle(out: string, topic: string): Promise<string> {
  const { kb } = await topicsOf(out);
  return candidatesTurtle(topic, (await candidatesOfCrawl(kb, topic, out)).quads);
}
