import { defineExtension } from '../../judging/plugins/ports.js';

/** Where a crawl may start, and sources of URLs besides links while it runs. */
export default defineExtension({
  ports: {
    sources: { load: async () => (await import('./sources/sources.js')).sources },
  },
  commands: {
    harvest: {
      section: 'Crawls',
      summary:
        'Find pages about a topic through many short searches, and through hubs and sites known from earlier runs.',
      load: async () => (await import('./commands/harvest-command.js')).harvestCommand,
    },
    map: {
      section: 'Crawls',
      args: '<host...>',
      summary:
        'Show what hosts have, by their sitemaps, feeds and first pages, ranked by a topic: as seeds for a crawl, as a tree of ' +
        'folders, or as a picture.',
      load: async () => (await import('./commands/map-command.js')).mapCommand,
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
