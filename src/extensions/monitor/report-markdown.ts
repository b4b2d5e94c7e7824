import type { ChangeKind } from './page-outcome.js';
import { countsText, whyText, type PageChange, type RoundReport } from './round-report.js';

const HEADINGS: Readonly<Record<ChangeKind, string>> = { new: 'New', changed: 'Changed', gone: 'Gone' };

/** A round as Markdown, for people. What comes from pages cannot become markup. */
export function reportMarkdown(report: RoundReport): string {
  const { topic, round, startedAt, endedAt, requested, unchanged, missed, pages, matters } = report;
  const title = topic === '' ? `Round ${round}` : `${plain(topic)}: round ${round}`;
  const lines = [
    `# ${title}`,
    '',
    `${startedAt} to ${endedAt}: ${countsText(report)}; ${unchanged} unchanged, ${missed} could not be read.`,
    `${requested} pages were requested. The collection has ${pages} pages.`,
    ...(matters.length === 0 ? [] : ['', `Matters: ${matters.map((one) => `\`${one}\``).join(', ')}`]),
    ...(['new', 'changed', 'gone'] as const).flatMap((kind) => sectionOf(kind, report)),
  ];
  return `${lines.join('\n')}\n`;
}

function sectionOf(kind: ChangeKind, { changes }: RoundReport): readonly string[] {
  const some = changes.filter((change) => change.kind === kind);
  return some.length === 0 ? [] : ['', `## ${HEADINGS[kind]}`, '', ...some.flatMap(itemOf)];
}

function itemOf(change: PageChange): readonly string[] {
  const { url, title, text } = change;
  const address = url.replace(/[<>\\\s]/g, (character) => encodeURIComponent(character));
  return [
    `- [${plain(title === '' ? url : title)}](<${address}>): ${plain(whyText(change))}`,
    ...(text?.added ?? []).map((line) => `  - added: ${plain(line)}`),
    ...(text?.removed ?? []).map((line) => `  - removed: ${plain(line)}`),
    ...(text === undefined || text.terms.length === 0
      ? []
      : [`  - terms: ${text.terms.map(plain).join(', ')}`]),
  ];
}

/** Text in one line, in which nothing is markup (CommonMark: every ASCII punctuation character may be escaped). */
function plain(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>()#+!|~&-]/g, '\\$&');
}
