import { defineExtension } from '../../judging/plugins/ports.js';

/** Results in search engines. */
export default defineExtension({
  commands: {
    push: {
      section: 'Results',
      args: '<out>',
      summary:
        'Push the accepted pages of a crawl to an index of OpenSearch or Elasticsearch, with verdict, nouns and text. Later pushes send what ' +
        'is new or has changed, and delete pages that are not accepted any more.',
      load: async () => (await import('./command.js')).pushCommand,
    },
  },
});
