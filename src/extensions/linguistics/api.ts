/** `sfwc/linguistics`: accepted pages as corpora of linguists. */
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import type { CorpusExportOptions } from './corpus-export-settings.js';
import { exportCorpus as write, type CorpusReport } from './export-corpus.js';

export type { CorpusExportOptions, CorpusReport };

/**
 * Writes the accepted pages of a crawl as a corpus with sentences, words, lemmas and tags.
 * @param options.onProgress pages so far
 * @throws UsageError, InputError, OutputError
 */
export async function exportCorpus(
  out: string,
  options: CorpusExportOptions & CallOptions<number> & { readonly to: string },
): Promise<CorpusReport> {
  const { how, settings } = takeCall<typeof options, number>('exportCorpus', options);
  return write(out, settings, how);
}
