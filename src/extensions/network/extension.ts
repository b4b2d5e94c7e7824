import { defineExtension } from '../../judging/plugins/ports.js';

/** The links of a crawl, for programs that draw and measure networks. */
export default defineExtension({
  commands: {
    network: {
      section: 'Results',
      args: '<out>',
      summary:
        'Write the links between the pages or sites of a crawl, or the nouns that its pages share, as a network: GEXF for Gephi, ' +
        'GraphML or CSV; or the most linked pages or sites that were not crawled, as seeds.',
      load: async () => (await import('./command.js')).networkCommand,
    },
  },
});
