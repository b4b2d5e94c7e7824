import type { ClassifiedPage } from '../app/classify/classify-pages.js';
import { classifyFields, type ClassifySettings } from '../app/settings/classify-settings.js';
import { CLASSIFIERS } from '../judging/classifiers/classifier-table.js';
import { UsageError } from '../model/errors.js';
import type { Judgement } from '../model/topic.js';
import { scoreOrNull } from '../model/verdict-by-threshold.js';
import { type CommandIo, scoreText, verdictWord } from './io.js';
import { command } from './command.js';
import { helpNotes } from './help.js';
import { judgementText, topicsText } from './judgement-text.js';
import { LOADING, watchWork } from './work-watch.js';
import { terminalText } from '../support/text/terminal-text.js';

export const classifyCommand = command({
  examples: [
    'sfwc classify page.html --kb kb --topic diabetes --explain',
    'curl -s https://example.org/ | sfwc classify - --kb kb --topic diabetes --json',
    'sfwc classify pages/ crawl.warc.gz --kb kb --topic diabetes --json > verdicts.jsonl',
    'sfwc classify --urls addresses.txt --kb kb --topic diabetes --json | jq -r "select(.accepted).url"',
  ],
  notes: [
    helpNotes('Classifiers', CLASSIFIERS),
    {
      heading: 'Lines of --json',
      text:
        'Each page is one line: file or url (both for a page in an archive), title, accepted, score, classifier, ' +
        'reason; with --explain also the evidence. With several topics, topics has the judgement of each. The line of a page that cannot be read ' +
        'or fetched has an error instead. Stored pages come first, in order. URLs follow as they complete, fetched ' +
        'as in a crawl: with robots.txt and pauses. The threshold of the ensemble depends on the kind of the ' +
        'pages, so that lines are written once all pages, or the first 2000, are judged; with a number as ' +
        '--accept, and by other classifiers, at once. Exit code 1: no page could be judged.',
    },
  ],
  fields: classifyFields,
  run: async (settings, pages, io) => {
    if (pages.length === 0 && settings.urls === undefined)
      throw new UsageError('no page to judge is given', {
        hint: 'name files, folders, archives or URLs, or a list: --urls',
      });
    return classify(settings, pages, io);
  },
});

async function classify(
  settings: ClassifySettings,
  pages: readonly string[],
  io: CommandIo,
): Promise<number> {
  const watch = watchWork(io, 'judging');
  watch.wait(LOADING);
  const counts = { accepted: 0, rejected: 0, failed: 0 };
  const done = (): number => counts.accepted + counts.rejected + counts.failed;
  const countsText = (): string =>
    `${counts.accepted} accepted, ${counts.rejected} rejected, ${counts.failed} could not be judged`;
  try {
    const { classifyPages } = await import('../app/classify/classify-pages.js');
    const judged = classifyPages(pages, settings, {
      ...{ readStdin: io.readStdin, signal: io.signal, onWait: watch.wait },
      warn: (message) => watch.logger.warn(message),
      watchActivity: watch.watchActivity,
    });
    const write = async function* (): AsyncGenerator<string> {
      for await (const page of judged) {
        counts['error' in page ? 'failed' : page.judgement.accepted ? 'accepted' : 'rejected'] += 1;
        watch.update({ done: done(), unit: 'pages', notes: [countsText()] });
        // A line on the same terminal takes the place of the progress, which is drawn again below it.
        if (io.stdoutIsTerminal) for (const clear of io.drawings) clear();
        if ('error' in page && !settings.json) io.stderr(`error: ${nameOf(page)}: ${page.error}\n`);
        else yield settings.json ? jsonOf(page, settings) : terminalText(textOf(page, settings));
      }
      io.signal.throwIfAborted();
    };
    await io.stream(write());
  } finally {
    watch.stop();
    if (done() > 1) io.stderr(`${done()} pages: ${countsText()}\n`);
  }
  return counts.accepted + counts.rejected > 0 ? 0 : 1;
}

/** A line of JSON. The score of a page with nothing to judge by is null. */
function jsonOf(page: ClassifiedPage, { explain }: ClassifySettings): string {
  const { file, url, id } = page;
  const source = { file, url, id };
  if ('error' in page) return `${JSON.stringify({ ...source, error: page.error })}\n`;
  const { title, judgement } = page;
  const outline = ({ accepted, score, classifier, reason, topic }: Judgement) => {
    const { summary, otherLanguage, ...evidence } = reason;
    const own = { accepted, score: scoreOrNull(score), classifier, reason: summary, otherLanguage };
    return { ...own, ...(explain ? evidence : {}), topic };
  };
  const topics = judgement.topics?.map(outline);
  return `${JSON.stringify({ ...source, title, ...outline(judgement), topics })}\n`;
}

/** A line with verdict, score, name, and of several topics what each of them says; with --explain, a paragraph. */
function textOf(page: ClassifiedPage, { explain }: ClassifySettings): string {
  if ('error' in page) return '';
  const { judgement, title } = page;
  const topics = judgement.topics === undefined ? '' : `\t${topicsText(judgement)}`;
  return [
    `${verdictWord(judgement.accepted)}\t${scoreText(judgement.score)}\t${nameOf(page)}${topics}\n`,
    explain ? `${title}\n${judgementText(judgement)}` : '',
  ].join('');
}

function nameOf({ file, url, id }: ClassifiedPage): string {
  return [file, id ?? url].filter((part) => part !== undefined).join(' ');
}
