import { thesaurusFileFields, thesaurusSuggestFields } from './thesaurus-settings.js';
import { command } from '../../cli/command.js';

export const validateCommand = command({
  examples: ['sfwc thesaurus validate kb/thesaurus-diabetes.ttl'],
  fields: thesaurusFileFields,
  run: async (settings, [file = ''], io) => {
    const { problemText, readThesaurusFile } = await import('./check-thesaurus.js');
    const { thesaurus, problems } = await readThesaurusFile(file);
    if (settings.json) io.data(`${JSON.stringify({ file, problems })}\n`);
    else if (problems.length === 0) {
      const { facets } = thesaurus;
      const concepts = facets.flatMap((facet) => facet.concepts);
      const proposals = concepts.filter(({ proposed }) => proposed).length;
      const left = proposals === 0 ? '' : `, ${proposals} of them still proposals`;
      io.stdout(`${file}: valid; ${facets.length} facets, ${concepts.length} concepts${left}\n`);
    } else io.stdout(problems.map((problem) => `${problemText(file, problem)}\n`).join(''));
    return problems.length === 0 ? 0 : 1;
  },
});

export const suggestCommand = command({
  examples: [
    'sfwc thesaurus suggest --kb kb --topic diabetes --out diabetes.ttl',
    'sfwc classify page.html --kb kb --topic diabetes --classifier thesaurus --thesaurus diabetes.ttl --explain',
  ],
  fields: thesaurusSuggestFields,
  run: async (settings, _args, io) => {
    const { suggestThesaurus } = await import('./suggest-thesaurus.js');
    const { facets, turtle, file } = await suggestThesaurus(settings);
    if (file === undefined) io.data(turtle);
    for (const { label, terms } of facets)
      io.stderr(
        `${label}: ${terms.length} terms, such as ${terms
          .slice(0, 4)
          .map(({ lemma }) => lemma)
          .join(', ')}\n`,
      );
    if (file !== undefined) io.stderr(`saved ${file}; every term is a proposal for you to review\n`);
    return 0;
  },
});
