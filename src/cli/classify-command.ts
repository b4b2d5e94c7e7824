import type { ClassifiedPage } from '../app/classify/classify-pages.js';
import { classifyFields, type ClassifySettings } from '../app/settings/classify-settings.js';
import { UsageError } from '../model/errors.js';
import { scoreOrNull } from '../model/verdict-by-threshold.js';
import { CLASSIFIERS } from '../judging/classifiers/classifier-table.js';
import type { Subject } from '../model/subject.js';
import type { Judgement } from '../model/topic.js';
import { styled, verdictWord, type StyledText } from './colours.js';
import { command } from './command.js';
import { helpNotes } from './help.js';
import type { CommandIo } from './io.js';
import { judgementText, topicsText } from './judgement-text.js';
import { scoreText } from './numbers.js';
import { LOADING, watchWork, type WorkWatch } from './work-watch.js';

export const classifyCommand = command({
  argumentsReplacedBy: ['urls'],
  examples: [
    'sfwc classify page.html --kb kb --topic diabetes --explain',
    'curl -s https://example.org/ | sfwc classify - --kb kb --topic diabetes --json',
    'sfwc classify pages/ crawl.warc.gz --kb kb --topic diabetes > verdicts.jsonl',
    'sfwc classify --urls addresses.txt --kb kb --topic diabetes | jq -r "select(.accepted).url"',
  ],
  notes: [
    helpNotes('Classifiers', CLASSIFIERS),
    {
      heading: 'Several pages',
      text:
        'Each page is one line of JSON: file or url (both for a page in an archive), title, accepted, score, classifier, ' +
        'reason, and the subjects of an accepted page whose topic has a vocabulary; with --explain also the evidence. With several topics, topic names that of the best judgement, and topics ' +
        'has the judgement of each. The line of a page that cannot be read or fetched has an error ' +
        'instead. Stored pages come first, in order. URLs follow as they complete, fetched as in a crawl: with ' +
        'robots.txt and pauses. The threshold of the ensemble depends on the kind of the pages, so that lines are ' +
        'written once all pages, or the first 2000, are judged; with a number as --accept, and by other ' +
        'classifiers, at once. When the command is interrupted (exit code 130), the pages judged so far have ' +
        'their lines. ' +
        'Exit code 1: no page could be judged.',
    },
  ],
  fields: classifyFields,
  run: async (settings, pages, io) => {
    if (pages.length === 0 && settings.urls === undefined)
      throw new UsageError('no page to judge is given', {
        hint: 'name files, folders, archives or URLs, or a list: --urls',
      });
    const watch = await watchWork(io, 'judging');
    watch.wait(LOADING);
    try {
      return await classify(settings, pages, io, watch);
    } finally {
      watch.stop();
    }
  },
});

async function classify(
  settings: ClassifySettings,
  pages: readonly string[],
  io: CommandIo,
  watch: WorkWatch,
): Promise<number> {
  const { holdsSeveralPages } = await import('../app/classify/classify-page.js');
  const [only, ...more] = pages;
  const isOne = settings.urls === undefined && more.length === 0 && settings.format === undefined;
  if (only !== undefined && isOne && !(await holdsSeveralPages(only)))
    return classifyOne(only, settings, io, watch);
  return classifyMany(pages, settings, io, watch);
}

async function classifyOne(
  what: string,
  settings: ClassifySettings,
  io: CommandIo,
  watch: WorkWatch,
): Promise<number> {
  const { classifyPage } = await import('../app/classify/classify-page.js');
  const { title, judgement, subjects } = await classifyPage(what, settings, surroundingsOf(io, watch));
  const topics = judgement.topics?.map(withoutNothing);
  if (settings.json)
    io.data(`${JSON.stringify({ source: what, title, ...withoutNothing(judgement), topics, subjects })}\n`);
  else io.stdout([verdictText(judgement, what, title, settings), subjectsText(subjects)]);
  return 0;
}

async function classifyMany(
  pages: readonly string[],
  settings: ClassifySettings,
  io: CommandIo,
  watch: WorkWatch,
): Promise<number> {
  const { classifyPages, HELD_BACK } = await import('../app/classify/classify-pages.js');
  const counts = { accepted: 0, rejected: 0, errors: 0 };
  const line = settings.format === 'text' ? textOf : jsonOf;
  const { signal } = io;
  try {
    await io.stream(
      (async function* () {
        for await (const page of classifyPages(pages, settings, {
          ...surroundingsOf(io, watch),
          watchActivity: watch.watchActivity,
          onHeldBack: (done) =>
            watch.update({
              done,
              unit: 'pages',
              notes: [`verdicts follow once ${HELD_BACK} pages, or all, are judged`],
            }),
        })) {
          counts['error' in page ? 'errors' : page.judgement.accepted ? 'accepted' : 'rejected'] += 1;
          watch.update({ done: sum(counts), unit: 'pages', notes: [countsText(counts)] });
          // A line on the same terminal takes the place of the progress, which is drawn again below it.
          if (io.stdoutIsTerminal) for (const clear of io.drawings) clear();
          yield line(page, settings);
        }
        signal.throwIfAborted();
      })(),
    );
  } finally {
    watch.stop();
    io.stderr(`${sum(counts)} pages: ${countsText(counts)}\n`);
  }
  return counts.accepted + counts.rejected > 0 ? 0 : 1;
}

interface Counts {
  readonly accepted: number;
  readonly rejected: number;
  readonly errors: number;
}

function sum({ accepted, rejected, errors }: Counts): number {
  return accepted + rejected + errors;
}

function countsText({ accepted, rejected, errors }: Counts): string {
  return `${accepted} accepted, ${rejected} rejected, ${errors} could not be judged`;
}

function surroundingsOf(io: CommandIo, { wait, logger }: WorkWatch) {
  const warn = (message: string): void => logger.warn(message);
  return { readStdin: io.readStdin, signal: io.signal, warn, onWait: wait };
}

/** A line of JSON. */
function jsonOf(page: ClassifiedPage, { explain }: ClassifySettings): string {
  const { file, url, id } = page;
  const source = { file, url, id };
  if ('error' in page) return `${JSON.stringify({ ...source, error: page.error })}\n`;
  const { title, judgement, subjects } = page;
  const outline = (one: Judgement) => {
    const { accepted, score, classifier, reason } = one;
    const { summary, otherLanguage, ...evidence } = reason;
    return {
      accepted,
      score: scoreOrNull(score),
      classifier,
      reason: summary,
      otherLanguage,
      ...(explain ? evidence : {}),
      topic: one.topic,
    };
  };
  const topics = judgement.topics?.map(outline);
  return `${JSON.stringify({ ...source, title, ...outline(judgement), topics, ...(judgement.accepted ? { subjects } : {}) })}\n`;
}

/** The score of a page with nothing to judge by is null in JSON. */
function withoutNothing<Verdict extends Judgement>(judgement: Verdict) {
  return { ...judgement, score: scoreOrNull(judgement.score) };
}

/** Verdict, score, name, and of several topics what each of them says. */
function verdictLine(judgement: Judgement, name: string): StyledText {
  const topics = judgement.topics === undefined ? '' : `\t${topicsText(judgement)}`;
  return [verdictWord(judgement.accepted), `\t${scoreText(judgement.score)}\t${name}${topics}`];
}

/** A line of text, or with --explain a paragraph. */
function textOf(page: ClassifiedPage, settings: ClassifySettings): StyledText {
  const { file, url, id } = page;
  const name = [file, id ?? url].filter((part) => part !== undefined).join(' ');
  if ('error' in page) return [styled('bad', 'error'), `\t\t${name}\t${page.error}\n`];
  const verdict = verdictText(page.judgement, name, page.title, settings);
  return settings.explain ? [verdict, '\n'] : verdict;
}

/** The subjects of a page in a line. */
function subjectsText(subjects: readonly Subject[] = []): string {
  const named = subjects.map(({ label, weight }) => `${label} ${weight.toFixed(2)}`);
  return named.length === 0 ? '' : `subjects: ${named.join(', ')}\n`;
}

/** The verdict in a line; with --explain, then title and reason. */
function verdictText(
  judgement: Judgement,
  name: string,
  title: string,
  { explain }: ClassifySettings,
): StyledText {
  const line = [verdictLine(judgement, name), '\n'];
  return explain ? [line, `${title}\n`, judgementText(judgement)] : line;
}
