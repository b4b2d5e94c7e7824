import { pagesFields, type PagesSettings } from '../../../app/settings/pages-settings.js';
import { UsageError } from '../../../model/errors.js';
import { lineLogger } from '../../../support/logger.js';
import { command } from '../../../cli/command.js';
import type { CommandIo } from '../../../cli/io.js';

export const pagesCommand = command({
  examples: [
    'sfwc pages out > pages.jsonl',
    'sfwc pages out --min-score 1.5 --format text',
    'sfwc pages out | jq -r .url',
    'sfwc pages out --format csv --to pages.csv',
    'sfwc pages out --format markdown --to pages',
    'sfwc pages out --format html --to bodies',
    'sfwc pages out --format parquet --chunks 300 --to chunks.parquet',
    "sfwc pages out --licence 'CC*' --dataset diabetes-pages",
    'sfwc pages out > found.jsonl && sfwc build found.jsonl --topic more --kb kb',
  ],
  fields: pagesFields,
  run: async (settings, [out = ''], io) => {
    const logger = lineLogger(io.stderr);
    const warn = (message: string): void => logger.warn(message);
    const { dataset, chunks, to = dataset } = settings;
    const rows =
      to === undefined ? await printPages(out, settings, io, warn) : await writeTo(out, settings, io, warn);
    if (rows === 0) warn(`no accepted page in ${out} fits; sfwc status ${out} counts the accepted pages`);
    const unit = `${chunks === undefined ? 'page' : 'chunk'}${rows === 1 ? '' : 's'}`;
    if (to !== undefined)
      io.stderr(
        `wrote ${rows} ${unit} to ${to}${dataset === undefined ? '' : ', with its card README.md'}\n`,
      );
    return 0;
  },
});

async function writeTo(
  out: string,
  settings: PagesSettings,
  { signal }: CommandIo,
  warn: (message: string) => void,
): Promise<number> {
  const { writePages } = await import('../write-pages.js');
  return writePages(out, settings, warn, { signal });
}

async function printPages(
  out: string,
  settings: PagesSettings,
  io: CommandIo,
  warn: (message: string) => void,
): Promise<number> {
  const { loadPlugins } = await import('../../../judging/plugins/registry.js');
  const plugins = await loadPlugins(settings.plugin);
  const { format } = settings;
  if (format === 'parquet' || plugins.find('formats', format)?.part.isBinary === true)
    throw new UsageError(`--format ${format} is binary: name a file with --to`);
  const { formattedPages } = await import('../write-pages.js');
  const flow = { rows: 0, signal: io.signal };
  await io.stream(asTexts(formattedPages(out, settings, plugins, warn, flow)));
  return flow.rows;
}

async function* asTexts(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  for await (const piece of pieces) yield typeof piece === 'string' ? piece : Buffer.from(piece).toString();
}
