import { helpNotes, command } from '../../../cli/command.js';
import type { CommandIo } from '../../../cli/io.js';
import { LOADING, watchWork, type WorkWatch } from '../../../cli/work-watch.js';
import { CLASSIFIERS } from '../../../judging/classifiers/classifier-table.js';
import { Interrupted, UsageError } from '../../../model/errors.js';
import type { FilteredFile } from './filter-archives.js';
import { filterFields, type FilterSettings } from './filter-settings.js';

/** Exit code where all files have results, and some of them are damaged. */
const DAMAGED = 4;

export const filterCommand = command({
  examples: [
    'sfwc filter crawl.warc.gz --kb kb --topic diabetes --out accepted',
    'sfwc filter segments/*.warc.wet.gz --kb kb --topic diabetes --out accepted --workers 8',
  ],
  notes: [
    helpNotes('Classifiers', CLASSIFIERS),
    {
      heading: 'Output',
      text:
        'For a file X.warc.gz, OUT has X.warc.gz with the accepted records, as they are in the file; X.parquet with a row for ' +
        'each; and X.filter.json, which says what was counted and that the file is complete. The same command continues where it was ' +
        'interrupted: files that are complete are not read again. With --json, ' +
        'each file that ends is one line of JSON. Exit codes: 0: all files are filtered; 1: at least one file could not be filtered; ' +
        '4: all have results, and parts of some could not be read.',
    },
  ],
  fields: filterFields,
  interruption: 'saves',
  run: async (settings, args, io) => {
    if (args.length === 0)
      throw new UsageError('no archive to filter is given', {
        hint: 'name WARC or WET files, or folders of them',
      });
    const watch = watchWork(io, 'filtering');
    watch.wait(LOADING);
    try {
      return await filter(args, settings, io, watch);
    } finally {
      watch.stop();
    }
  },
});

async function filter(
  places: readonly string[],
  settings: FilterSettings,
  io: CommandIo,
  watch: WorkWatch,
): Promise<number> {
  const { filesToFilter, filterArchives } = await import('./filter-archives.js');
  const files = await filesToFilter(places);
  const counts = { complete: 0, pages: 0, accepted: 0, failed: 0, damaged: 0 };
  const onProgress = ({ pages, accepted }: { readonly pages: number; readonly accepted: number }): void =>
    watch.update({
      done: counts.pages + pages,
      unit: 'pages',
      notes: [`${counts.complete} of ${files.length} files`, `${counts.accepted + accepted} accepted`],
    });
  const warn = (message: string): void => watch.logger.warn(message);
  try {
    for await (const done of filterArchives(files, settings, {
      ...{ signal: io.signal, warn, onWait: watch.wait, onProgress },
    })) {
      if (done.state === 'failed') counts.failed += 1;
      else {
        counts.complete += 1;
        counts.pages += done.pages;
        counts.accepted += done.accepted;
        counts.damaged += Number(done.unreadable > 0);
      }
      if (settings.json) io.data(`${JSON.stringify(done)}\n`);
      else io.stdout(`${textOf(done)}\n`);
      for (const line of problemsOf(done)) warn(line);
    }
  } catch (thrown) {
    if (!io.signal.aborted) throw thrown;
    const state = `interrupted; ${counts.complete} of ${files.length} files are complete`;
    throw new Interrupted(state, { hint: 'the same command continues', cause: thrown });
  } finally {
    watch.stop();
  }
  const { complete, pages, accepted, failed, damaged } = counts;
  const troubles = [failed > 0 ? `, ${failed} failed` : '', damaged > 0 ? `, ${damaged} damaged` : ''];
  io.stderr(
    `${complete} of ${files.length} files filtered: ${accepted} of ${pages} pages accepted${troubles.join('')}\n`,
  );
  return failed > 0 ? 1 : damaged > 0 ? DAMAGED : 0;
}

function textOf(done: FilteredFile): string {
  if (done.state === 'failed') return `${done.file}: failed`;
  const { file, state, accepted, pages, warc } = done;
  return `${file}: ${accepted} of ${pages} pages accepted${state === 'filtered' ? `, ${warc}` : ', already complete'}`;
}

function problemsOf(done: FilteredFile): readonly string[] {
  if (done.state === 'failed') return [done.error];
  if (done.state === 'already complete') return [];
  const { file, problems, unreadable, tooLarge } = done;
  const more = unreadable - problems.length;
  return [
    ...problems,
    ...(more > 0 ? [`${file}: ${more} more records cannot be read`] : []),
    ...(tooLarge > 0 ? [`${file}: ${tooLarge} records are larger than --max-bytes and are skipped`] : []),
  ];
}
