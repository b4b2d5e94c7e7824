import { Readable } from 'node:stream';
import { pagesFields } from '../../app/settings/pages-settings.js';
import { command } from '../../cli/command.js';
import { printResult, type CommandIo } from '../../cli/io.js';
import { UsageError, shellWord } from '../../model/errors.js';
import { lineLogger } from '../../support/logger.js';
import { kbExportFields, kbInfoFields, kbValidateFields, packFields, reportFields } from './settings.js';

const warnerOf = (io: CommandIo) => (message: string) => lineLogger(io.stderr).warn(message);

export const kbInfoCommand = command({
  examples: ['sfwc kb info kb', 'sfwc kb info kb/diabetes --json'],
  fields: kbInfoFields,
  run: async (settings, kbs, io) => {
    const { describeUnits, infoText } = await import('./kb/kb-info.js');
    const all = [];
    for await (const info of describeUnits({ kbs })) {
      all.push(info);
      if (!settings.json) io.stdout(infoText(info));
    }
    if (settings.json) io.data(`${JSON.stringify(all, null, 2)}\n`);
    return all.every((info) => 'name' in info) ? 0 : 1;
  },
});

export const kbExportCommand = command({
  examples: [
    'sfwc kb export kb --out kb.trig.gz',
    'sfwc kb export kb/diabetes --format turtle > diabetes.ttl',
  ],
  fields: kbExportFields,
  run: async (settings, kbs, io) => {
    const { exportKnowledgeBases } = await import('./kb/export.js');
    const { text, saved } = await exportKnowledgeBases(kbs, settings, warnerOf(io));
    if (settings.out === undefined) await io.stream(Readable.from([text]));
    else lineLogger(io.stderr).info(saved);
    return 0;
  },
});

export const kbValidateCommand = command({
  argumentsReplacedBy: ['crawl'],
  examples: ['sfwc kb validate kb', 'sfwc kb validate kb/diabetes --crawl out --json'],
  fields: kbValidateFields,
  interruption: 'by-system',
  run: async (settings, kbs, io) => {
    const { validateUnits, validationText } = await import('./kb/validate.js');
    const { crawl: crawls, shapes, json: asJson } = settings;
    const summary = await validateUnits({ kbs, crawls, shapes });
    printResult(io, asJson, summary, validationText);
    return summary.conforms ? 0 : 1;
  },
});

export const pagesCommand = command({
  examples: [
    'sfwc pages out > pages.jsonl',
    'sfwc pages out --min-score 1.5 --format text',
    'sfwc pages out --format csv --to pages.csv',
    'sfwc pages out --format markdown --to pages',
    'sfwc pages out --format html --to bodies',
    'sfwc pages out --format parquet --to pages.parquet',
    "sfwc pages out --licence 'CC*' --unreserved --dataset diabetes-pages",
    'sfwc pages out > found.jsonl && sfwc build found.jsonl --topic more --kb kb',
  ],
  fields: pagesFields,
  run: async (settings, [out = ''], io) => {
    const { signal } = io;
    const warn = warnerOf(io);
    const { dataset, format, plugin, to = dataset } = settings;
    const { formattedPages, isBinary, writePages } = await import('./pages/write-pages.js');
    const job = { out, settings, warn, signal, rows: 0 };
    if (to === undefined) {
      const { loadPlugins } = await import('../../judging/plugins/registry.js');
      const plugins = await loadPlugins(plugin);
      if (isBinary(format, plugins))
        throw new UsageError(`--format ${format} is binary: name a file with --to`);
      await io.stream(asTexts(formattedPages(job, plugins)));
    } else job.rows = await writePages(out, settings, warn, { signal });
    if (job.rows === 0)
      warn(`no accepted page in ${out} fits; sfwc explain ${shellWord(out)} counts the accepted pages`);
    if (to !== undefined) io.stderr(`wrote ${job.rows} ${job.rows === 1 ? 'page' : 'pages'} to ${to}\n`);
    return 0;
  },
});

async function* asTexts(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  for await (const piece of pieces) yield typeof piece === 'string' ? piece : Buffer.from(piece).toString();
}

export const reportCommand = command({
  examples: ['sfwc report out', 'sfwc report out --to diabetes.html --title "Diabetes, 2026"'],
  fields: reportFields,
  run: async (settings, [out = ''], io) => {
    const { reportCrawl } = await import('./report.js');
    printResult(io, settings.json, await reportCrawl(out, settings), ({ file, bytes, accepted }) => {
      return `${file}: ${(bytes / 1000).toFixed(0)} kB, ${accepted} accepted pages\n`;
    });
    return 0;
  },
});

export const packCommand = command({
  examples: ['sfwc pack out', 'sfwc pack out --to diabetes.wacz --title "Diabetes, 2026"'],
  fields: packFields,
  run: async (settings, [out = ''], io) => {
    const { packCrawl } = await import('./pack/pack.js');
    const report = await packCrawl(out, settings, { logger: lineLogger(io.stderr) });
    printResult(io, settings.json, report, ({ file, bytes, archives, pages }) => {
      return `${file}: ${(bytes / 1e6).toFixed(1)} MB, ${archives} WARC files, ${pages} accepted pages
  open it at https://replayweb.page/, or crawl it: sfwc crawl --web\n`;
    });
    return 0;
  },
});
