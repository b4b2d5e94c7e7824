import type { TrainReport } from '../../app/topics/train-topic.js';
import { alignColumns } from '../../support/text/columns.js';
import { labelsOfThreshold, labelUseText } from '../../model/label-use.js';
import { CLASSIFIERS, TRAINED_CLASSIFIERS } from '../../judging/classifiers/classifier-table.js';
import { command, helpNotes } from '../../cli/command.js';
import { createSkippedLines, printResult } from '../../cli/io.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';
import { trainFields } from './train-settings.js';

export const trainCommand = command({
  examples: [
    'sfwc train --kb kb --topic diabetes --classifier itfidf-bayes --features 1000',
    'sfwc train --kb kb --topic diabetes --labelled-pages out/ratings/rater-ada.json',
  ],
  notes: [
    helpNotes(
      'Classifiers',
      Object.fromEntries(TRAINED_CLASSIFIERS.map((name) => [name, CLASSIFIERS[name] ?? ''])),
    ),
  ],
  fields: trainFields,
  run: async (settings, _args, io) => {
    const progress = watchWork(io, `training for ${settings.topic}`);
    progress.wait(LOADING);
    const { trainClassifier } = await import('./train-classifier.js');
    const { aboutTopicText } = await import('../../app/topics/train-topic.js');
    const skipped = createSkippedLines(io);
    try {
      const report = await trainClassifier(settings, {
        onProblem: skipped.note,
        onWait: progress.wait,
        signal: io.signal,
      });
      progress.stop();
      skipped.end();
      printResult(io, settings.json, report, trainTable);
      const leftOut = aboutTopicText(report);
      if (leftOut !== undefined) io.stderr(`${leftOut}\n`);
      if (report.labels !== undefined) io.stderr(`${labelUseText(report.labels)}\n`);
      io.stderr(`saved ${report.file}\n`);
      return 0;
    } finally {
      progress.stop();
      skipped.end();
    }
  },
});

function trainTable(report: TrainReport): string {
  const { classifier, documents, background, backgroundDocuments, threshold, labels, seconds } = report;
  const evenOdds = classifier === 'ensemble' && labelsOfThreshold(labels) === undefined;
  return alignColumns([
    ['classifier', 'texts', 'background', 'texts', 'accepts from', 'seconds'],
    [
      classifier,
      String(documents),
      background,
      String(backgroundDocuments),
      evenOdds ? 'even odds' : threshold.toFixed(3),
      seconds.toFixed(1),
    ],
  ]);
}
