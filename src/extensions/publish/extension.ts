import { defineExtension } from '../../judging/plugins/ports.js';

/** Results to be used elsewhere. */
export default defineExtension({
  ports: {
    pageMap: { load: async () => (await import('./report/quick-page-map.js')).pageMap },
    parquet: { load: async () => (await import('./collection/parquet.js')).parquet },
    packing: { load: async () => (await import('./pack.js')).packIfArchived },
  },
  commands: {
    pages: {
      section: 'Main commands',
      args: '<out>',
      summary:
        'Write the accepted pages of a crawl as JSON lines, Markdown, text, CSV or Parquet, whole or in chunks, or as a dataset folder; or their tables.',
      load: async () => (await import('./commands/pages-command.js')).pagesCommand,
    },
    report: {
      section: 'Results',
      args: '<out>',
      summary:
        'Write a crawl as one HTML page to read and print: its course, hosts, a map of the accepted pages, samples with reasons, ' +
        'and what was missed.',
      load: async () => (await import('./commands/report.js')).reportCommand,
    },
    pack: {
      section: 'Results',
      args: '<out>',
      summary:
        'Pack the archive of a crawl (--warc) into one WACZ file, with its pages and judgements, for ReplayWeb.page and others; or ' +
        'its whole folder into a bag (--bag).',
      load: async () => (await import('./commands/pack-command.js')).packCommand,
    },
  },
});
