import { defineExtension } from '../../judging/plugins/ports.js';

/** What accepted pages bring besides their text. */
export default defineExtension({
  ports: {
    pageDescriptions: { load: async () => (await import('./describe-feature.js')).pageDescriptions },
    pageMetadata: { load: async () => (await import('./kept-metadata.js')).openMetadata },
  },
  commands: {
    extract: {
      section: 'Results',
      args: '<out>',
      summary:
        'Read what the accepted pages of a crawl say of themselves (date, authors, site, language, licence), and the RDF in them ' +
        '(JSON-LD, microdata, RDFa), and add it to its folder. Ctrl-C stops it; the next call continues.',
      load: async () => (await import('./command.js')).extractCommand,
    },
  },
});
