import { definePlugin } from '../../judging/plugins/plugin.js';

/** Where a crawl may start. */
export default definePlugin({
  commands: {
    harvest: {
      section: 'Crawls',
      summary:
        'Find pages about a topic through many short searches, and through hubs and sites known from earlier runs.',
      load: async () => (await import('./commands/harvest-command.js')).harvestCommand,
    },
    seeds: {
      section: 'Crawls',
      summary:
        'Propose seeds for crawls about a topic, as a file with reasons: from links of texts, searches, Wikidata and web archives. ' +
        'The best candidates are fetched and judged.',
      load: async () => (await import('./commands/seeds-command.js')).seedsCommand,
    },
  },
});
