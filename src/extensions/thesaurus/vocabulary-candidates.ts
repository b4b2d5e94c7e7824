import { z } from 'zod';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { loadPort } from '../../judging/plugins/load-port.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { vocabularyFile } from '../../knowledge/files/vocabulary-file.js';
import { InputError, UsageError } from '../../model/errors.js';
import type {
  CandidateAnswer,
  CandidateAnswers,
  CandidateReport,
  VocabularyCandidatesPort,
} from '../../model/vocabulary-candidate.js';
import { fileExists } from '../../support/files/file-exists.js';
import { systemClock } from '../../support/time/clock.js';
import { candidatesFile, readCandidateAnswers, writeCandidateAnswers } from './candidate-answers.js';
import { candidatesOfCrawl, candidatesTurtle } from './suggest-from-crawl.js';

const schema = z.object({ settings: z.object({ kb: z.string().default('') }) });

/** The folder of the knowledge base of a crawl, as the crawl was given it. @throws InputError where no crawl was begun */
async function kbOf(out: string): Promise<string> {
  return (await readDescription(out, schema)).settings.kb;
}

/** @throws InputError where no crawl was begun */
async function ofTopics(out: string): Promise<readonly CandidateReport[]> {
  const kb = await kbOf(out);
  const reports: CandidateReport[] = [];
  // Only these have their topic in a folder here.
  for (const { topic } of await (await loadPort('newTerms')).ofTopics(out))
    if (await fileExists(vocabularyFile(topicFile(kb, topic)))) reports.push(await reportOf(kb, topic, out));
  return reports;
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

/** @throws InputError; UsageError for a term that is neither proposed nor answered; OutputError */
async function answer(out: string, { topic, take, decline, by }: CandidateAnswers): Promise<CandidateReport> {
  const both = take.find((term) => decline.includes(term));
  if (both !== undefined) throw new UsageError(`'${both}' cannot be both accepted and declined`);
  const kb = await kbOf(out);
  if (!(await ofTopics(out)).some((report) => report.topic === topic))
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

/** Candidates for vocabularies as the control room has them. */
export const vocabularyCandidates: VocabularyCandidatesPort = {
  ofTopics,
  answer,
  turtle: async (out, topic) => {
    const kb = await kbOf(out);
    return candidatesTurtle(topic, (await candidatesOfCrawl(kb, topic, out)).quads);
  },
};
