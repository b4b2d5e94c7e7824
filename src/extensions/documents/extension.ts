import { definePlugin } from '../../judging/plugins/plugin.js';

/** Documents in packed formats. */
export default definePlugin({
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
    epub: {
      summary: 'EPUB',
      kind: 'document',
      endings: ['.epub'],
      load: async () => (await import('./epub-format.js')).readEpub,
    },
  },
});
