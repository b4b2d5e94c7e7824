/** `sfwc/judge`: is a page about a topic? */
export { trainClassifier, type TrainObserver, type TrainReport } from '../../app/topics/train-classifier.js';
export {
  classifyPage,
  type Classified,
  type ClassifySurroundings,
} from '../../app/classify/classify-page.js';
export { classifyPages, type ClassifiedPage } from '../../app/classify/classify-pages.js';
export type { PageSource } from '../../language/corpus/stored-pages.js';
export type { ClassifyOptions, TrainOptions } from '../../app/settings/settings.js';
export { openJudge, type ChosenClassifier, type JudgeLinking } from '../../judging/judge/judge.js';
export type { Judge } from '../../judging/judge/create-judge.js';
export { openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
export type { Page, PageLink, PageReader } from '../../model/page.js';
export { CLASSIFIERS, type ClassifierName } from '../../judging/classifiers/table.js';
export type {
  ClassifierDeclaration,
  ClassifierKind,
  Learner,
  MakingContext,
} from '../../judging/classifiers/classifier.js';
export type { TrainingText } from '../../judging/topic/excerpts.js';
export { trainedClassifier } from '../../judging/topic/trained-rule.js';
export type { AnnotatedPage, Judgement, NounEvidence, Reason, TopicClassifier } from '../../model/topic.js';
export { createPageReader, type PageReaderOptions } from '../../web/page/reader.js';
export type {
  ClassifierContext,
  OwnClassifier,
  OwnPageReader,
  PageDraft,
  Verdict,
} from '../../judging/plugins/plugin.js';
