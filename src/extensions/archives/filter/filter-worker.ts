import { acceptanceOf, textToJudge } from '../../../judging/judge/create-judge.js';
import { openEncoder } from '../../../judging/judge/open-judge.js';
import { openJudgeInThread, type JudgesInThread } from '../../../judging/judge/judge-in-thread.js';
import { PARTS } from '../../../judging/parts.js';
import { lookAtLanguage } from '../../../language/text/language.js';
import { serveThread, type CallMain } from '../../../support/threads/serve-thread.js';
import { createPageReader } from '../../../web/page/reader.js';
import { filterFile } from './filter-file.js';
import type { FileProgress, FilterProtocol } from './filter-messages.js';

/** Milliseconds between two reports of progress. */
const REPORT_EVERY = 500;

/** A worker thread that filters archives, one file at a time. Of each it tells the main thread how far it is. */
serveThread<FilterProtocol>(async (data, call) => {
  const judgeCall = call as CallMain<JudgesInThread>;
  const { judge, topics } = await openJudgeInThread(data, judgeCall, lookAtLanguage, false);
  const reader = createPageReader({ crawler: data.crawler, places: false });
  const parts = {
    ...{ reader, judge },
    acceptance: () => acceptanceOf(topics, data.accept),
    encoder: () => openEncoder(data, topics, {}),
    link: data.asksService
      ? (page: Parameters<typeof textToJudge>[0]) => call('link', textToJudge(page))
      : undefined,
    parquet: await PARTS.parquet(),
  };
  return {
    ready: undefined,
    tasks: {
      filter(task) {
        let last = 0;
        const onProgress = ({ bytes, pages, accepted }: FileProgress): void => {
          if (performance.now() - last < REPORT_EVERY) return;
          last = performance.now();
          // Nothing depends on it.
          call('progress', { file: task.file, bytes, pages, accepted }).catch(() => undefined);
        };
        return filterFile(task, parts, { onProgress, isStopped: () => data.stop[0] !== 0 });
      },
    },
  };
});
