import type { TrainReport } from '../app/build/train-classifier.js';
import { trainFields } from '../config/train-settings.js';
import { alignColumns } from '../support/text/columns.js';
import { CLASSIFIERS, TRAINED_CLASSIFIERS } from '../model/topic.js';
import { command, helpNotes } from './command.js';
import { printResult } from './io.js';
import { createProgress } from './progress.js';

export const trainCommand = command({
  examples: [
    'sfwc train --kb kb --topic diabetes --background texts-of-any-subjects',
    'sfwc train --kb kb --topic diabetes --classifier itfidf-bayes --features 1000',
  ],
  notes: [
    helpNotes(
      'Classifiers',
      Object.fromEntries(TRAINED_CLASSIFIERS.map((name) => [name, CLASSIFIERS[name]])),
    ),
  ],
  fields: trainFields,
  run: async (settings, _args, io) => {
    const { trainClassifier } = await import('../app/build/train-classifier.js');
    const progress = createProgress(io, `training for ${settings.topic}`);
    try {
      const report = await trainClassifier(settings, {
        onProblem: ({ where, message }) => io.stderr(`skipped ${where}: ${message}\n`),
        onProgress: (done) => progress.update({ done, unit: 'texts of the background' }),
        signal: io.signal,
      });
      progress.stop();
      printResult(io, settings.json, report, trainTable);
      io.stderr(`saved ${report.file}\n`);
      return 0;
    } finally {
      progress.stop();
    }
  },
});

function trainTable(report: TrainReport): string {
  const { classifier, documents, background, backgroundDocuments, threshold, seconds } = report;
  return alignColumns([
    ['classifier', 'texts', 'background', 'texts', 'accepts from', 'seconds'],
    [
      classifier,
      String(documents),
      background,
      String(backgroundDocuments),
      classifier === 'ensemble' ? 'even odds' : threshold.toFixed(3),
      seconds.toFixed(1),
    ],
  ]);
}
