import { join } from 'node:path';
import { modelFile } from '../../../crawling/store/result-folder.js';
import { openPluginsInThread } from '../../../judging/plugins/in-threads.js';
import { generalSpace } from '../../../judging/topic/word-space.js';
import { serveThread } from '../../../support/threads/serve-thread.js';
import type { TrainingProtocol } from './model-trainer.js';
import { trainModelOfCrawl, writeCrawlModel } from './train-model.js';

/** A worker thread that trains models of a crawl, so that the crawl continues meanwhile. */
serveThread<TrainingProtocol>(async ({ plugins: shared, wordSpace }, call) => {
  const plugins = await openPluginsInThread(shared, (question) => call('askPart', question));
  const general = wordSpace && (() => generalSpace(wordSpace));
  return {
    async train({ out, number, ...training }) {
      const warn = (message: string): void => void call('warn', message);
      const body = await trainModelOfCrawl(training, plugins, warn, general);
      const file = modelFile(number);
      const checksum = await writeCrawlModel(join(out, file), body);
      const yes = training.pages.filter(({ relevant }) => relevant).length;
      return { number, file, checksum, yes, no: training.pages.length - yes };
    },
  };
});
