import { pagesFields, type PagesSettings } from '../config/pages-settings.js';
import { UsageError } from '../model/errors.js';
import { replaceFile } from '../support/files/replace-file.js';
import { interruptible } from '../support/interruptible.js';
import { lineLogger } from '../support/logger.js';
import { command } from './command.js';
import type { CommandIo } from './io.js';

export const pagesCommand = command({
  examples: [
    'sfwc pages out > pages.jsonl',
    'sfwc pages out --min-score 1.5 --format text',
    'sfwc pages out | jq -r .url',
    'sfwc pages out --format markdown --to pages',
    'sfwc pages out --format parquet --chunks 300 --to chunks.parquet',
    "sfwc pages out --licence 'CC*' --dataset diabetes-pages",
    'sfwc pages out > found.jsonl && sfwc build found.jsonl --topic more --kb kb',
  ],
  fields: pagesFields,
  run: async (settings, [out = ''], io) => {
    const logger = lineLogger(io.stderr);
    const count = { rows: 0 };
    await writePages(out, settings, io, (message) => logger.warn(message), count);
    if (count.rows === 0) logger.warn(`no accepted page in ${out}`);
    return 0;
  },
});

async function writePages(
  out: string,
  settings: PagesSettings,
  io: CommandIo,
  warn: (message: string) => void,
  count: { rows: number },
): Promise<void> {
  const { format, to } = settings;
  const { formattedPages, writeMarkdownFiles } = await import('../app/crawl/write-pages.js');
  if (to !== undefined && format === 'markdown') {
    await writeMarkdownFiles(out, settings, to, warn, count);
    return;
  }
  const pieces = interruptible(formattedPages(out, settings, warn, count), io.signal);
  if (to !== undefined) await replaceFile(to, pieces);
  else if (format === 'parquet') throw new UsageError('--format parquet is binary: name a file with --to');
  else await io.stream(asTexts(pieces));
}

async function* asTexts(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  for await (const piece of pieces) yield typeof piece === 'string' ? piece : Buffer.from(piece).toString();
}
