/** `sfwc/wikipedia`: a corpus from a wiki. */
import { makeWikiCorpus as make, type WikiCorpusReport } from './corpus-wikipedia.js';
import type { CorpusWikipediaOptions } from './corpus-wikipedia-settings.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { CorpusWikipediaOptions, WikiCorpusReport };

/** Progress of a corpus. */
export interface WikiCorpusProgress {
  /** Documents that were made. */
  readonly done: number;
  /** Pages that are known so far. */
  readonly known: number;
}

/** Makes a corpus of the pages of a category of a MediaWiki. @throws UsageError, InputError, OutputError */
export async function makeWikiCorpus(
  category: string,
  options: Omit<CorpusWikipediaOptions, 'category'> & CallOptions<WikiCorpusProgress>,
): Promise<WikiCorpusReport> {
  checkArguments('makeWikiCorpus', { category: [category, 'string'] });
  const { how, warn, settings } = takeCall<typeof options, WikiCorpusProgress>('makeWikiCorpus', options);
  const { signal, onProgress } = how;
  return make(
    { ...settings, category },
    {
      signal,
      onWarning: warn,
      onProgress: (done, known) => onProgress?.({ done, known }),
    },
  );
}
