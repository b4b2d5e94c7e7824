import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../model/errors.js';
import type { Page } from '../model/page.js';
import { createPageReader } from '../page/reader.js';
import { meaningKey, remembering, type FrequencyTable, type Meaning } from '../topic/frequency-table.js';
import type { CountKind, FromJudgeThread, JudgeThreadData, ToJudgeThread } from './judge-messages.js';
import { createJudge, type PlannedJudge } from './judge-plan.js';
import { openWordNetFiles } from '../wordnet/wordnet-files.js';
import { openWordNet } from '../wordnet/wordnet.js';

/** A worker thread that reads pages and judges them. The counts it asks of the main thread, each noun once. */
const port = parentPort;
if (port === null) throw new Error('judge-worker runs as a worker thread');
const send = (message: FromJudgeThread): void => port.postMessage(message);

/** The main thread had no answer to a question; it knows why. */
class NoCounts extends Error {
  constructor(readonly question: number) {
    super('the knowledge base did not answer');
  }
}

interface Question {
  readonly resolve: (counts: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}
const questions = new Map<number, Question>();
let asked = 0;

function ask(of: CountKind, nouns: readonly string[] | readonly Meaning[]): Promise<readonly number[]> {
  asked += 1;
  const question = asked;
  return new Promise((resolve, reject) => {
    questions.set(question, { resolve, reject });
    send({ kind: 'count', question, of, nouns });
  });
}

const elsewhere: FrequencyTable = {
  byLemma: (lemmas) => counted('byLemma', [...lemmas], (lemma) => lemma),
  byMeaning: (meanings) => counted('byMeaning', [...meanings], meaningKey),
  inBackground: (lemmas) => counted('inBackground', [...lemmas], (lemma) => lemma),
};

async function counted<Noun extends string | Meaning>(
  of: CountKind,
  nouns: readonly Noun[],
  keyOf: (noun: Noun) => string,
): Promise<ReadonlyMap<string, number>> {
  const counts = await ask(of, nouns as readonly string[] | readonly Meaning[]);
  return new Map(nouns.map((noun, place) => [keyOf(noun), counts[place] ?? 0]));
}

const { plan, crawler, wordNet: shared } = workerData as JudgeThreadData;
const reader = createPageReader({ crawler });
/** Counts of each kind that a thread remembers; the main thread remembers more. */
const REMEMBERED = 20_000;
let planned: PlannedJudge | undefined;
const pages = new Map<number, Page>();

function makeJudge(): PlannedJudge {
  const wordNet = openWordNet(openWordNetFiles(undefined, shared));
  return createJudge(plan, remembering(elsewhere, REMEMBERED), wordNet);
}

async function judged({
  task,
  linkedFrom,
  remote,
}: ToJudgeThread & { kind: 'judge' }): Promise<FromJudgeThread> {
  const page = pages.get(task);
  if (page === undefined) throw new Error('the page was not read');
  pages.delete(task);
  const judge = (planned ??= makeJudge());
  const annotated = await judge.annotate(page, remote);
  const seen = linkedFrom === undefined ? annotated : { ...annotated, linkedFrom };
  return { kind: 'judgement', task, judgement: await judge.classifier.judge(seen) };
}

function failed(task: number, error: unknown): void {
  const question = error instanceof NoCounts ? { question: error.question } : {};
  send({ kind: 'failure', task, message: messageOf(error), ...question });
}

function read({ task, body, url, contentType }: ToJudgeThread & { kind: 'read' }): void {
  const page = reader.read(body, url, contentType);
  pages.set(task, page);
  send({ kind: 'page', task, page });
}

function take(message: ToJudgeThread): void {
  switch (message.kind) {
    case 'read':
      try {
        read(message);
      } catch (error) {
        failed(message.task, error);
      }
      return;
    case 'judge':
      judged(message).then(send, (error: unknown) => failed(message.task, error));
      return;
    case 'leave':
      pages.delete(message.task);
      return;
    case 'counts':
      questions.get(message.question)?.resolve(message.counts);
      questions.delete(message.question);
      return;
    case 'no-counts':
      questions.get(message.question)?.reject(new NoCounts(message.question));
      questions.delete(message.question);
  }
}

port.on('message', take);
send({ kind: 'ready' });
