import { analysisOf } from '../krs/analysis.js';
import { openPluginsInThread } from '../plugins/in-threads.js';
import { serveThread } from '../threads/serve-thread.js';
import { openWordNetFiles } from '../wordnet/wordnet-files.js';
import { openWordNet } from '../wordnet/wordnet.js';
import { createAnalyser } from './analyser.js';
import type { AnnotationProtocol } from './annotation-pool.js';

/** A worker thread that finds the nouns of texts. */
serveThread<AnnotationProtocol>(async ({ plan, plugins, wordNet }, call) => {
  const own = await openPluginsInThread(plugins, (question) => call('askPart', question));
  const analyse = createAnalyser(plan, openWordNet(openWordNetFiles(wordNet)), undefined, own);
  return {
    ready: undefined,
    tasks: {
      annotate: async ({ text, remote }) => {
        const analysed = await analyse(text, remote);
        return analysisOf(analysed, analysed.nouns);
      },
    },
  };
});
