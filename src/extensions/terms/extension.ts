import { defineExtension } from '../../judging/plugins/ports.js';

/** Terms that crawls teach topics. */
export default defineExtension({
  ports: {
    newTerms: { load: async () => (await import('./terms.js')).newTermsPort },
  },
  commands: {
    terms: {
      section: 'Topics and knowledge bases',
      args: '<out>',
      summary:
        'List terms that accepted pages of a crawl share and the topic lacks, and add them to the topic or refuse them. ' +
        'Also lists the answers so far.',
      load: async () => (await import('./terms-command.js')).termsCommand,
    },
  },
});
