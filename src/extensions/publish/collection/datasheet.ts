import type { CrawlFacts } from '../report/crawl-facts.js';
import type { RemainingPages } from '../../../model/remaining-pages.js';
import { LEFT_BY, REASONS } from '../../../model/crawl-event.js';
import type { SettingChange } from '../../../model/steering.js';
import { meaningOf } from '../report/noun-meaning.js';
import type { CollectionFigures } from './collection-figures.js';

/** What a crawl says of itself, for people. */
export interface CrawlAccount {
  /** Its topics, separated by commas; empty without one. */
  readonly topics: string;
  /** Why it ended; `running` or `stopped` where it did not. */
  readonly state: string;
  /** URLs that were known and not requested. */
  readonly queued: number;
  /** The last estimate of what is left, where there is one. */
  readonly remaining?: RemainingPages;
  /** Pages that people have given a verdict on. */
  readonly answers: number;
  /** How it was made: the settings that it was begun with, and those that people changed while it ran, in order. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly changes: readonly SettingChange[];
  /** Whether its times are simulated: those of a stored web or of archives. */
  readonly simulatedTime: boolean;
}

/** What a datasheet is made of. */
export interface DatasheetFacts extends CrawlAccount {
  readonly title: string;
  readonly figures: CollectionFigures;
  /** Of the whole crawl. */
  readonly crawl: Pick<CrawlFacts, 'verdicts' | 'fetched' | 'reasons' | 'left'>;
  /** How the pages were chosen from those that the crawl accepted, and cut, as options of the command. */
  readonly selection: readonly string[];
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
}

type Answers = readonly (readonly [question: string, answer: string])[];

const UNKNOWN = 'Not known: fill this in before you publish.';
/** Hosts and licences that are named. */
const NAMED = 20;
/** Changes of settings that are listed. */
const CHANGES = 200;

/**
 * A datasheet as Markdown: the sections of Gebru et al., Datasheets for Datasets (CACM 2021), with those of its questions that a
 * crawl can answer or its maker has to. What is not known is said to be.
 */
export function datasheet(facts: DatasheetFacts): string {
  const sections: readonly (readonly [heading: string, answers: Answers])[] = [
    ['Motivation', motivation(facts)],
    ['Composition', composition(facts)],
    ['Collection process', collection(facts)],
    ['Preprocessing, cleaning, labelling', preprocessing(facts)],
    ['Uses', uses(facts)],
    ['Distribution', distribution(facts)],
    ['Maintenance', maintenance(facts)],
  ];
  return [
    '## Datasheet',
    ...sections.map(([heading, answers]) =>
      [`### ${heading}`, ...answers.map(([question, answer]) => `**${question}** ${answer}`)].join('\n\n'),
    ),
  ].join('\n\n');
}

function motivation({ topics }: DatasheetFacts): Answers {
  const about =
    topics === '' ? 'pages of the Web, without a topic' : `pages of the Web about ${code(topics)}`;
  return [
    ['For what purpose was the dataset created?', `To collect ${about}. What for beyond that: ${UNKNOWN}`],
    ['Who created it, and who funded it?', UNKNOWN],
  ];
}

function composition({ figures, crawl, queued, remaining }: DatasheetFacts): Answers {
  const { rows, pages, words, hosts, languages, duplicates, nearDuplicates } = figures;
  const chunks = rows === pages ? '' : `, cut into ${number(rows)} chunks`;
  return [
    [
      'What do the instances represent?',
      `Web pages, each with its main text and why it was accepted${chunks}.`,
    ],
    [
      'How many are there?',
      `${number(pages)} pages with ${number(words)} words; hosts: ${number(hosts.size)}.`,
    ],
    ['From which hosts?', listed(hosts, 'no host')],
    ['In which languages?', listed(languages, 'not detected')],
    [
      'Is it a sample of a larger set?',
      `Yes. The crawl accepted ${number(crawl.verdicts.accepted)} of ${number(crawl.fetched)} requested pages and left ${number(queued)} known URLs unrequested. ${estimate(remaining)}`,
    ],
    [
      'Are there labels?',
      'Each page has the score of a classifier and the threshold that it reached; the labels are not checked by people unless said below.',
    ],
    [
      'Are there errors, noise or redundancies?',
      `${number(duplicates)} pages have the same body as an earlier one, and ${number(nearDuplicates)} nearly the same text (columns \`duplicateOf\`, \`nearDuplicateOf\`). Scores are those of a program: some pages are not about the topic. Main text is found by rules, and parts of pages may be missing or left over.`,
    ],
    [
      'Does it contain confidential, offensive or personal data?',
      'Not checked. Pages of the Web name people; do not take it that these have agreed.',
    ],
  ];
}

function estimate(remaining: RemainingPages | undefined): string {
  if (remaining === undefined) return 'How many relevant pages there are was not estimated.';
  if (remaining.notKnown !== undefined)
    return `How many relevant pages it did not find is not known yet: ${remaining.notKnown}.`;
  const { left, low, high } = remaining;
  if (high === 0) return 'By its links, there was no relevant page left that it could find.';
  return `An estimated ${number(left)} relevant pages (90 % interval: ${number(low)} to ${number(high)}) were not found.`;
}

function collection({
  figures,
  settings,
  changes,
  simulatedTime,
  crawl,
  state,
  answers,
}: DatasheetFacts): Answers {
  const missing = [...crawl.reasons].map(
    ([reason, count]) => `${number(count)} × ${meaningOf(reason, REASONS)}`,
  );
  const left = [...crawl.left].map(([rule, count]) => `${number(count)} × ${meaningOf(rule, LEFT_BY)}`);
  return [
    [
      'How were the data acquired?',
      'By a focused crawl from seeds along links, with sfwc. robots.txt was obeyed.',
    ],
    ['With which settings?', settings.map(([name, value]) => `${name}: ${code(value)}`).join('; ')],
    ['Which settings changed while the crawl ran?', changedSettings(changes)],
    ['Over what time?', timeText(figures, simulatedTime, state)],
    [
      'What was missed?',
      `URLs: ${missing.join('; ') || 'none skipped or failed'}. Links: ${left.join('; ') || 'none left by rules'}.`,
    ],
    [
      'Were people involved?',
      answers === 0 ? 'No page was judged by people.' : `People gave a verdict on ${number(answers)} pages.`,
    ],
    [
      'Were the authors of the pages notified, and did they consent?',
      'No, beyond what robots.txt and the pages themselves allow.',
    ],
  ];
}

function timeText(
  { firstFetched, lastFetched = '' }: DatasheetFacts['figures'],
  isSimulated: boolean,
  state: string,
): string {
  if (firstFetched === undefined) return 'No page.';
  const simulated = ', in simulated time: the pages came from a stored web or from archives';
  return `${firstFetched} to ${lastFetched}${isSimulated ? simulated : ''}. The crawl ended: ${state}.`;
}

function changedSettings(changes: readonly SettingChange[]): string {
  if (changes.length === 0) return 'None.';
  const listed = changes
    .slice(0, CHANGES)
    .map(
      ({ time, by, name, value, before }) =>
        `${time}: ${name} ${code(value)}${before === undefined ? '' : ` (until then ${code(before)})`}, by ${code(by)}`,
    );
  const rest = changes.length - listed.length;
  const more = rest === 0 ? '' : `; ${number(rest)} more are in actions.jsonl of the crawl`;
  return `${listed.join('; ')}${more}.`;
}

function preprocessing({ figures: { classifiers }, selection }: DatasheetFacts): Answers {
  const chosen =
    selection.length === 0
      ? 'All accepted pages were taken.'
      : `Chosen or cut by ${selection.map(code).join(', ')}.`;
  return [
    [
      'Was anything done to the data?',
      `Navigation, advertisements and comments were left out; \`text\` is the main text in Unicode NFC, \`markdown\` the same with its structure, without images. Languages were detected by a program. ${chosen}`,
    ],
    ['By what were pages labelled?', listed(classifiers, 'not judged')],
    [
      'Are the raw data kept?',
      'In the folder of the crawl: bodies of pages, and archives (WARC) where the crawl wrote them.',
    ],
  ];
}

function uses({ topics }: DatasheetFacts): Answers {
  return [
    [
      'What could it be used for?',
      `Reading, searching and studying what pages of the Web say${topics === '' ? '' : ` about ${code(topics)}`}.`,
    ],
    [
      'What should it not be used for?',
      'Conclusions about how common something is on the Web: a focused crawl is not a random sample. Uses that licences or reservations of the pages exclude.',
    ],
  ];
}

function distribution({ figures }: DatasheetFacts): Answers {
  const { licences, tdmReserved, noAi, pages } = figures;
  return [
    [
      'Under which licences are the pages?',
      `${listed(licences, 'no licence named')} Pages that name no licence are under the copyright of their authors.`,
    ],
    [
      'Are there reservations?',
      `Text and data mining is reserved on ${number(tdmReserved)} of ${number(pages)} pages; ${number(noAi)} ask not to be used by machine learning. Pages that say nothing have not thereby agreed.`,
    ],
    ['How is it distributed?', UNKNOWN],
  ];
}

function maintenance({ version, madeAt }: DatasheetFacts): Answers {
  return [
    ['Who maintains it, and how can they be reached?', UNKNOWN],
    ['Will it be updated?', `${UNKNOWN} A crawl can be repeated with \`sfwc crawl --revisit\`.`],
    ['How was this datasheet made?', `By sfwc ${version} at ${madeAt}, out of the events of the crawl.`],
  ];
}

/** Names with their counts, the most frequent first. @param unnamed stands for the empty name */
function listed(counts: ReadonlyMap<string, number>, unnamed: string): string {
  const all = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const some = all
    .slice(0, NAMED)
    .map(([name, count]) => `${name === '' ? unnamed : code(name)} (${number(count)})`);
  const rest = all.length - some.length;
  return `${some.join(', ') || 'None'}${rest > 0 ? ` and ${number(rest)} more` : ''}.`;
}

/** Text from elsewhere, which Markdown shows as it is. */
function code(value: string): string {
  return `\`${value.replace(/[`\s]+/g, ' ').slice(0, 300)}\``;
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}
