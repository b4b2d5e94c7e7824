import type { CrawlStatus } from '../app/crawl/crawl-status.js';
import { statusFields } from '../app/settings/crawl-settings.js';
import { linesText, styled, type Style, type StyledText } from './colours.js';
import { command } from './command.js';
import {
  byFrequency,
  copiesText,
  crawlNotes,
  CRAWL_STATES,
  searchesText,
  topicText,
  trapsText,
} from './crawl-text.js';
import { printResult } from './io.js';
import { modelText } from './judgement-text.js';
import { noPageText } from './no-page-text.js';
import { secondsText } from './numbers.js';

export const statusCommand = command({
  examples: ['sfwc status out', 'sfwc status out --json'],
  fields: statusFields,
  run: async (settings, [out = ''], io) => {
    const { crawlStatus } = await import('../app/crawl/crawl-status.js');
    const status = await crawlStatus(out);
    printResult(io, settings.json, status, statusText);
    return 0;
  },
});

/** Styles of the states of crawls. */
const STYLES: Readonly<Partial<Record<string, Style>>> = { stopped: 'bad', interrupted: 'doubtful' };

/** A state in its colour. */
export function stateText(state: string, text: string): StyledText {
  return styled(STYLES[state] ?? 'good', text);
}

function statusText({
  topic,
  out,
  part,
  state,
  until,
  paused,
  occupation,
  counts,
  maxPages,
  maxSeconds,
  startedAt,
  lastEventAt,
  seconds,
  rate,
  simulatedTime,
  archive,
  noPage,
  ...teaching
}: CrawlStatus): StyledText {
  const how = until === undefined ? CRAWL_STATES[state] : `reached --until '${until}'`;
  const lines = [
    [`${topicText(topic)}: `, stateText(state, how), paused ? pausedText(state, out) : ''],
    ...(part === undefined ? [] : [`  ${part}`]),
    ...(occupation === undefined ? [] : [`  ${occupation}`]),
    `  ${counts.fetched}/${maxPages} pages requested, ${crawlNotes({ ...counts, reasons: {} }).join(', ')}`,
    ...searchesText(counts).map((line) => `  ${line}`),
    `  ${ratesText({ rate, simulatedTime, seconds, maxSeconds })}, ${(counts.bytes / 1e6).toFixed(1)} MB of bodies`,
    `  started ${startedAt}${lastEventAt === undefined ? ', no events yet' : `, last event ${lastEventAt}`}${simulatedTime ? ' (simulated times)' : ''}`,
    ...taughtText(teaching),
    ...(archive === undefined
      ? []
      : [
          `  archive: ${archive.files} WARC file${archive.files === 1 ? '' : 's'}, ${(archive.bytes / 1e6).toFixed(1)} MB`,
        ]),
    ...trapsText(counts).map((line) => `  ${line}`),
    ...copiesText(counts).map((line) => `  ${line}`),
    ...byFrequency(counts.reasons).map(([code, count]) => `  ${String(count).padStart(8)} ${code}`),
  ];
  return [linesText(lines), noPage === undefined ? '' : noPageText(noPage)];
}

/** Requests per second. */
function ratesText({
  rate,
  simulatedTime,
  seconds,
  maxSeconds,
}: Pick<CrawlStatus, 'rate' | 'simulatedTime' | 'seconds' | 'maxSeconds'>): string {
  const limit = maxSeconds === undefined ? '' : ` of ${maxSeconds}`;
  return `${rate.toFixed(1)} requests per second over ${secondsText(seconds, simulatedTime, 0)}${limit}`;
}

/** Effect of answers: a model that was trained with them, or why none is. */
function taughtText({
  model,
  retraining,
  answers,
}: Pick<CrawlStatus, 'model' | 'retraining' | 'answers'>): readonly string[] {
  const why =
    answers > 0 && retraining !== undefined && 'whyNot' in retraining
      ? [`  ${answers} answers; no model is trained with them: ${retraining.whyNot}`]
      : [];
  return model === undefined ? why : [`  judged by ${modelText(model)}`, ...why];
}

/** A crawl that was paused stays so when it is continued. */
function pausedText(state: CrawlStatus['state'], out: string): string {
  const resume = `sfwc steer ${out} resume continues it`;
  return state === 'running' ? `, paused; ${resume}` : `; it was paused: once it runs again, ${resume}`;
}
