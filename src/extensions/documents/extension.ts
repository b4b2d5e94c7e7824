import { defineExtension } from '../../judging/plugins/ports.js';

/** Documents in packed formats, in corpora and in crawls. */
export default defineExtension({
  ports: {
    documents: { load: async () => (await import('./documents-feature.js')).documents },
    documentHtml: { load: async () => (await import('./document-html.js')).documentHtml },
  },
  readers: {
    pdf: {
      summary: 'PDF',
      kind: 'document',
      endings: ['.pdf'],
      load: async () => {
        const { readPdf } = await import('./pdf-format.js');
        return (bytes, _most, characters) => readPdf(bytes, characters);
      },
    },
    docx: {
      summary: 'Word',
      kind: 'document',
      endings: ['.docx'],
      load: async () => (await import('./docx-format.js')).readDocx,
    },
    odt: {
      summary: 'OpenDocument text',
      kind: 'document',
      endings: ['.odt'],
      load: async () => (await import('./odt-format.js')).readOdt,
    },
    epub: {
      summary: 'EPUB',
      kind: 'document',
      endings: ['.epub'],
      load: async () => (await import('./epub-format.js')).readEpub,
    },
  },
});
