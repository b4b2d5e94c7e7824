/** The API of this extension: a corpus from a wiki. */
export { makeWikiCorpus, type WikiCorpusReport } from './corpus-wikipedia.js';
export type { CorpusWikipediaOptions } from './corpus-wikipedia-settings.js';
