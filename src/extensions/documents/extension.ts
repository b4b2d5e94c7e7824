import { defineExtension } from '../../judging/plugins/ports.js';

/** Documents in packed formats, in corpora and in crawls. */
export default defineExtension({
  ports: {
    documents: { load: async () => (await import('./documents-feature.js')).documents },
    documentHtml: { load: async () => (await import('./document-html.js')).documentHtml },
  },
});
