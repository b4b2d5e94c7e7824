import { defineExtension, type AnnotatorDeclaration } from '../../judging/plugins/ports.js';

/** Nouns in other languages than English. */
export default defineExtension({
  annotators: Object.fromEntries(
    (['de', 'es', 'fr', 'it', 'nl', 'pt'] as const).map((code): [string, AnnotatorDeclaration] => {
      const name = `nouns-${code}/1`;
      return [
        code,
        { name, load: async () => (await import('./open-annotator.js')).openNounAnnotator(code, name) },
      ];
    }),
  ),
});
