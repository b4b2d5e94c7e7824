import { existsSync } from 'node:fs';
import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';
import { UsageError } from '../../model/errors.js';
import { searchFields } from './search-settings.js';

/** @throws UsageError where words of the query are in the place of a folder */
function refuseOpenQuery(outs: readonly string[], query: string): void {
  const place = outs.findIndex((out, number) => number > 0 && !existsSync(out));
  if (place < 0) return;
  throw new UsageError(`folder '${outs[place] ?? ''}' not found`, {
    hint: `put a query of several words into quotation marks: '${[...outs.slice(place), query].join(' ')}'`,
  });
}

export const searchCommand = command({
  examples: [
    "sfwc search out 'insulin pump'",
    'sfwc search out \'"insulin pump" price -second-hand\' --since 2026-01-01',
    "sfwc search out1 out2 'blood sugar' --host example.org --json",
    "sfwc search out 'dosage' --noun http://dbpedia.org/resource/Insulin",
  ],
  fields: searchFields,
  run: async (settings, words, io) => {
    const { json, ...options } = settings;
    const [outs, query = ''] = [words.slice(0, -1), words.at(-1)];
    refuseOpenQuery(outs, query);
    const progress = await watchWork(io, 'searching');
    try {
      progress.wait(LOADING);
      const [{ search }, { answerText }] = await Promise.all([
        import('./search.js'),
        import('./search-text.js'),
      ]);
      const answer = await search(outs, query, options, {
        logger: progress.logger,
        signal: io.signal,
        onProgress: ({ done, total }) =>
          progress.update({
            done: Math.round(done / 1000),
            total: Math.round(total / 1000),
            unit: 'kB of events indexed',
          }),
      });
      progress.stop();
      printResult(io, json, answer, answerText);
      return 0;
    } finally {
      progress.stop();
    }
  },
});
