import type { TermReport } from '../../model/term.js';
import { termsFields } from './terms-settings.js';
import { alignColumns } from '../../support/text/columns.js';
import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { proposalText } from './terms-text.js';
import type { StyledText } from '../../cli/colours.js';

export const termsCommand = command({
  examples: [
    'sfwc terms out',
    "sfwc terms out --take 'covid,long covid' --refuse podcaster",
    'sfwc terms out --topic health --json',
  ],
  fields: termsFields,
  run: async (settings, [out = ''], io) => {
    const { answerTerms, newTerms } = await import('./terms.js');
    const { topic, take, refuse, by, json } = settings;
    const isAnswer = take.length + refuse.length > 0;
    const report = isAnswer
      ? await answerTerms(out, {
          take,
          refuse,
          topic,
          by,
        })
      : await newTerms(out, topic);
    printResult(io, json, report, (shown) => reportText(out, shown));
    if (isAnswer && report.learns !== undefined) io.stderr(`${report.learns}\n`);
    return 0;
  },
});

function reportText(out: string, report: TermReport): StyledText {
  const { topic, proposed, whyNot, taken, refused } = report;
  const rows = [
    ...taken.map((answer) => ({ ...answer, how: 'added' })),
    ...refused.map((answer) => ({ ...answer, how: 'refused' })),
  ].map(({ term, how, accepted, by, time }) => [
    term,
    how,
    `${accepted.pages}/${accepted.of}`,
    by,
    time.slice(0, 10),
  ]);
  const none = whyNot === undefined ? 'no new terms' : `no terms can be proposed: ${whyNot}`;
  return [
    proposed.length === 0 ? `${topic}: ${none}\n` : proposalText(out, report),
    rows.length === 0
      ? ''
      : `\n${alignColumns([['term', 'answer', 'pages', 'by', 'on'], ...rows], ['left', 'left'])}`,
  ];
}
