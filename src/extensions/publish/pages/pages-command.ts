import { pagesFields } from '../../../app/settings/pages-settings.js';
import { command } from '../../../cli/command.js';
import { UsageError } from '../../../model/errors.js';
import { lineLogger } from '../../../support/logger.js';

export const pagesCommand = command({
  examples: [
    'sfwc pages out > pages.jsonl',
    'sfwc pages out --min-score 1.5 --format text',
    'sfwc pages out | jq -r .url',
    'sfwc pages out --format csv --to pages.csv',
    'sfwc pages out --format markdown --to pages',
    'sfwc pages out --format html --to bodies',
    'sfwc pages out --format parquet --to pages.parquet',
    "sfwc pages out --licence 'CC*' --dataset diabetes-pages",
    'sfwc pages out > found.jsonl && sfwc build found.jsonl --topic more --kb kb',
  ],
  fields: pagesFields,
  run: async (settings, [out = ''], io) => {
    const { signal } = io;
    const warn = (message: string): void => lineLogger(io.stderr).warn(message);
    const { dataset, format, plugin, to = dataset } = settings;
    const { formattedPages, writePages } = await import('./write-pages.js');
    const job = { out, settings, warn, signal, rows: 0 };
    if (to === undefined) {
      const { loadPlugins } = await import('../../../judging/plugins/registry.js');
      const plugins = await loadPlugins(plugin);
      if (format === 'parquet' || plugins.find('formats', format)?.part.isBinary === true)
        throw new UsageError(`--format ${format} is binary: name a file with --to`);
      await io.stream(asTexts(formattedPages(job, plugins)));
    } else job.rows = await writePages(out, settings, warn, { signal });
    if (job.rows === 0)
      warn(`no accepted page in ${out} fits; sfwc explain ${out} counts the accepted pages`);
    if (to !== undefined) io.stderr(`wrote ${job.rows} ${job.rows === 1 ? 'page' : 'pages'} to ${to}\n`);
    return 0;
  },
});

async function* asTexts(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  for await (const piece of pieces) yield typeof piece === 'string' ? piece : Buffer.from(piece).toString();
}
