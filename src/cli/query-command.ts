import { queryFields } from '../app/settings/query-settings.js';
import { lineLogger } from '../support/logger.js';
import { command } from './command.js';

export const queryCommand = command({
  examples: [
    'sfwc query kb --file queries/topics.rq',
    'sfwc query kb/diabetes --file queries/nouns-near-noun.rq --param lemma=insulin limit=10',
    "sfwc query kb 'SELECT (COUNT(*) AS ?triples) WHERE { ?s ?p ?o }' --format json",
    "sfwc query https://example.org/sparql 'SELECT * WHERE { ?s ?p ?o } LIMIT 5'",
    'sfwc query kb --crawl out --file queries/why-accepted.rq --param page=https://example.org/insulin',
  ],
  fields: queryFields,
  interruption: 'by-system',
  run: async (settings, [place = '', sparql], io) => {
    const { queryInThread } = await import('../app/kb/query-topics.js');
    const warn = (message: string): void => lineLogger(io.stderr).warn(message);
    // The cells of a table are already escaped; other formats are data.
    io.data(await queryInThread({ ...settings, place, sparql, warn }, settings.queryMemory));
    return 0;
  },
});
