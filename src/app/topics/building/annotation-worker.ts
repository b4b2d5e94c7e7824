import { openPluginsInThread } from '../../../judging/plugins/in-threads.js';
import { serveThread } from '../../../support/threads/serve-thread.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';
import { createTextReader, type AnnotationProtocol } from './annotation-pool.js';
import { loadAnnotator } from '../../../judging/judge/languages.js';

/** A worker thread that finds the nouns of texts. */
serveThread<AnnotationProtocol>(async ({ plan, plugins, wordNet }, call) => {
  const own = await openPluginsInThread(plugins, (question) => call('askPart', question));
  await loadAnnotator(plan.language);
  const read = createTextReader(plan, openWordNet(wordNet), own);
  return { annotate: ({ text, remote }) => read(text, remote) };
});
