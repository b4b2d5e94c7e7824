import { shellWord } from '../../../model/errors.js';
import type { Answer, RatingReport, RatingSession } from '../rate.js';
import { rateFields } from '../rate-settings.js';
import { alignColumns } from '../../../support/text/columns.js';
import { command } from '../../../cli/command.js';
import { printResult, type CommandIo } from '../../../cli/io.js';

/** Characters of a page that a rater is shown. */
const SHOWN = 700;

export const rateCommand = command({
  examples: [
    'sfwc rate out --rater ada',
    'sfwc rate out --rater ada --count 30 --random-seed 7',
    'sfwc rate out --report',
    'sfwc rate out --rater ada --choose nearest',
  ],
  fields: rateFields,
  run: async (settings, [out = ''], io) => {
    const rating = await import('../rate.js');
    if (settings.report) {
      const report = await rating.reportRatings(out);
      printResult(io, settings.json, report, reportText);
    } else {
      const session = await rating.openRatingSession(out, settings);
      const next = {
        random: `see the results with: sfwc rate ${shellWord(out)} --report`,
        nearest: `learn from them: sfwc train --kb KB --topic '${session.topic}' --labelled-pages ${session.file}`,
      };
      await ask(session, io, next[settings.choose]);
    }
    return 0;
  },
});

const ANSWERS = { y: 'yes', yes: 'yes', n: 'no', no: 'no', s: 'skip', skip: 'skip' } as const;

/** Asks about each open page until none is left, the rater quits, or the input ends. */
async function ask(session: RatingSession, io: CommandIo, next: string): Promise<void> {
  const { open, size, topic, rater } = session;
  const lines = io.readLines()[Symbol.asyncIterator]();
  let answered = 0;
  try {
    for (const page of open) {
      const { title, url, text } = await session.show(page);
      const shown = text === undefined ? '(its text was not stored; open the URL)' : excerpt(text);
      io.stderr(`\n[${size - open.length + answered + 1}/${size}] ${title}\n${url}\n\n${shown}\n\n`);
      const answer = await nextAnswer(lines, io, topic);
      if (answer === undefined) break;
      await session.answer(page, answer);
      answered += 1;
    }
  } finally {
    await lines.return?.();
  }
  const left = open.length - answered;
  io.stderr(
    left === 0
      ? `\nall ${size} pages are judged by ${rater}; ${next}\n`
      : `\n${answered} judged now, ${left} left; run the same command to continue\n`,
  );
}

async function nextAnswer(
  lines: AsyncIterator<string>,
  io: CommandIo,
  topic: string,
): Promise<Answer | undefined> {
  for (;;) {
    io.stderr(`about ${topic}? y(es), n(o), s(kip), q(uit): `);
    const line = await lines.next();
    if (line.done === true) return undefined;
    const word = line.value.trim().toLowerCase();
    if (word === 'q' || word === 'quit') return undefined;
    if (Object.hasOwn(ANSWERS, word)) return ANSWERS[word as keyof typeof ANSWERS];
  }
}

function excerpt(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
}

function reportText(report: RatingReport): string {
  const { topic, sample, population, raters, meanHarvestRatio, agreement } = report;
  if (population === undefined || raters.length === 0)
    return `${topic}: nobody has judged a random sample of its pages, so the harvest ratio is not known\n`;
  const hasRejected = raters.some(({ rejected }) => rejected[1] > 0);
  const header = ['rater', 'judged', 'skipped', 'open', 'relevant of accepted', 'harvest ratio'];
  const rows = raters.map((one) => [
    one.rater,
    String(one.judged),
    String(one.skipped),
    String(one.open),
    `${one.accepted[0]}/${one.accepted[1]}`,
    percent(one.harvestRatio),
    ...(hasRejected ? [`${one.rejected[0]}/${one.rejected[1]}`] : []),
  ]);
  return [
    `${topic}: a sample of ${sample} pages, of ${population.accepted} accepted and ${population.rejected} rejected\n\n`,
    alignColumns([hasRejected ? [...header, 'relevant of rejected'] : header, ...rows]),
    `\nharvest ratio, mean of the raters: ${percent(meanHarvestRatio)}\n`,
    agreementText(agreement, raters.length),
  ].join('');
}

function agreementText(agreement: RatingReport['agreement'], raters: number): string {
  if (agreement === undefined) return 'agreement: needs two raters\n';
  const { kappa, reading, items, observed } = agreement;
  const of = `${raters} raters, ${items} pages that all of them judged`;
  if (items === 0) return `agreement: no page was judged by all ${raters} raters\n`;
  if (kappa === null) return `Fleiss' κ cannot be computed: all judgements are the same (${of})\n`;
  return `Fleiss' κ ${kappa.toFixed(3)}: ${reading ?? ''} (Landis and Koch; ${of}; they agree in ${percent(observed)})\n`;
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}
