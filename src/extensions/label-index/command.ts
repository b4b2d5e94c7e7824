import type { LabelIndexReport } from './index-labels.js';
import { labelsIndexFields, labelsInfoFields, labelsLookupFields } from './labels-settings.js';
import { alignColumns } from '../../support/text/columns.js';
import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { watchWork } from '../../cli/work-watch.js';

/** How many skipped lines of dumps are reported one by one; of the others only the number is. */
const PROBLEMS_SHOWN = 10;

export const indexCommand = command({
  examples: [
    'sfwc labels index labels_lang=en.ttl.bz2 redirects_lang=en_transitive.ttl.bz2 --out en.sfwclabels',
    'sfwc labels index latest-all.json.bz2 --out de.sfwclabels --language de',
    'sfwc build texts --topic space --kb kb --labels en.sfwclabels',
  ],
  fields: labelsIndexFields,
  run: async (settings, dumps, io) => {
    const { indexLabels } = await import('./index-labels.js');
    const progress = await watchWork(io, 'indexing labels');
    let problems = 0;
    try {
      const report = await indexLabels(dumps, settings.out, {
        language: settings.language,
        onProgress: (stage, facts) => progress.update({ done: facts, unit: 'facts', notes: [stage] }),
        signal: io.signal,
        onProblem: ({ where, message }) => {
          problems += 1;
          if (problems <= PROBLEMS_SHOWN) io.stderr(`skipped ${where}: ${message}\n`);
        },
      });
      progress.stop();
      if (problems > 0) io.stderr(`${problems} lines skipped\n`);
      printResult(io, settings.json, report, reportText);
      io.stderr(`saved ${settings.out}\n`);
      return 0;
    } finally {
      progress.stop();
    }
  },
});

export const infoCommand = command({
  examples: ['sfwc labels info en.sfwclabels'],
  fields: labelsInfoFields,
  run: async ({ json }, [file = ''], io) => {
    const { describeLabelIndex } = await import('./index-labels.js');
    const report = await describeLabelIndex(file);
    printResult(io, json, report, reportText);
    return 0;
  },
});

export const lookupCommand = command({
  examples: ['sfwc labels lookup en.sfwclabels mercury "blood pressure"'],
  fields: labelsLookupFields,
  run: async ({ json }, [file = '', ...names], io) => {
    const { lookUpLabels } = await import('./index-labels.js');
    const meanings = await lookUpLabels(file, names);
    const known = new Set(meanings.map(({ name }) => name));
    const unknown = names.filter((name) => !known.has(name));
    if (json) io.data(`${JSON.stringify(meanings)}\n`);
    else if (meanings.length > 0) {
      const rows = meanings.map(({ name, iri, kind, commonness }) => [
        name,
        commonness.toFixed(3),
        kind,
        iri,
      ]);
      io.stdout(alignColumns([['name', 'commonness', 'kind', 'resource'], ...rows]));
    }
    if (unknown.length > 0) io.stderr(`not in the index: ${unknown.join(', ')}\n`);
    return meanings.length > 0 ? 0 : 1;
  },
});

function reportText(report: LabelIndexReport): string {
  const { file, language, sources, labels, keys, ambiguous, resources, bytes, checksum } = report;
  return [
    `${file}: ${labels} labels (${language}) of ${resources} resources from ${sources.join(', ')}`,
    `  ${keys} different names, ${ambiguous} with several meanings; ${(bytes / 1e6).toFixed(1)} MB`,
    `  checksum ${checksum}`,
    '',
  ].join('\n');
}
