import { optionName } from '../../../app/settings/setting-names.js';
import { UsageError } from '../../../model/errors.js';
import { alternative } from '../../../cli/command.js';
import { printResult, type CommandIo } from '../../../cli/io.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';
import { alignColumns } from '../../../support/text/columns.js';
import type { DryRun, ReconcileReport } from './reconcile-topic.js';
import {
  reconcileFields,
  reviewedFields,
  type ReconcileOptions,
  type ReconcileSettings,
} from './reconcile-settings.js';

/** What `sfwc expand` does when a reconciliation service is named, or a review file. */
export const reconciliations = [
  alternative('reconcile', reconcileFields, runReconciliation),
  alternative('reviewed', reviewedFields, runReconciliation),
];

type CommandSettings = ReconcileOptions & { readonly json: boolean; readonly dryRun?: boolean };

/** Settings that mean nothing without a service. */
const OF_SERVICES = ['type', 'review', 'labelLanguage', 'dryRun'] as const;

/** @throws UsageError for settings that require a service */
export function refuseWithoutService(settings: Partial<ReconcileSettings>): void {
  const found = OF_SERVICES.find((name) => settings[name] !== undefined && settings[name] !== false);
  if (found !== undefined) throw new UsageError(`--${optionName(found)} requires --reconcile URL`);
}

/** Links nouns by a service or by the decisions of people, or prints what would be requested. */
export async function runReconciliation(settings: CommandSettings, io: CommandIo): Promise<number> {
  if (settings.dryRun === true) return printPlan(settings, io);
  const progress = await watchWork(io, `linking ${settings.topic}`);
  progress.wait(LOADING);
  const { reconcileTopic } = await import('./reconcile-topic.js');
  const report = await reconcileTopic(settings, {
    signal: io.signal,
    logger: progress.logger,
    onWait: progress.wait,
    onProgress: ({ answered, nouns }) => progress.update({ done: answered, total: nouns, unit: 'nouns' }),
  }).finally(progress.stop);
  printResult(io, settings.json, report, linkTable);
  io.stderr(summaryOf(report));
  return 0;
}

async function printPlan(settings: CommandSettings, io: CommandIo): Promise<number> {
  const { planReconciliation } = await import('./reconcile-topic.js');
  printResult(io, settings.json, await planReconciliation(settings), planText);
  return 0;
}

function linkTable({ accepted }: ReconcileReport): string {
  const rows = accepted.map(({ noun, meaning, label, description, score, reviewed }) => [
    noun,
    reviewed ? 'person' : (score?.toFixed(1) ?? ''),
    meaning,
    description === '' ? label : `${label}: ${description}`,
  ]);
  return alignColumns(
    [['noun', 'score', 'entity', 'what it is'], ...rows],
    ['left', 'right', 'left', 'left'],
  );
}

function summaryOf({ accepted, refused, unsure, unknown, review, links, file }: ReconcileReport): string {
  const counts = [
    `${accepted.length} ${accepted.length === 1 ? 'noun' : 'nouns'} linked`,
    ...(refused === 0 ? [] : [`${refused} candidates refused`]),
    ...(unsure === 0 ? [] : [`${unsure} to be decided`]),
    ...(unknown.length === 0 ? [] : [`${unknown.length} unknown to the service`]),
  ].join(', ');
  const todo =
    review === undefined
      ? ''
      : `fill in the column decision of ${review}, then: sfwc expand --reviewed ${review} with the same --kb and --topic\n`;
  return `${counts}\n${links} links in ${file}\n${todo}`;
}

function planText({ service, nouns, cached, requests, first }: DryRun): string {
  const list = nouns.map((noun) => `${noun}\n`).join('');
  const body = requests === 0 ? '' : `first queries: ${JSON.stringify(first)}\n`;
  return `${list}${nouns.length} nouns in ${requests} requests to ${service}; ${cached} answers are cached\n${body}`;
}
