/** `sfwc/parts`: types and helpers to write plugins with. */
export {
  definePlugin,
  type ClassifierContext,
  type DocumentReader,
  type Made,
  type UserClassifier,
  type UserDocument,
  type UserLink,
  type UserLinker,
  type PageColumn,
  type PageRow,
  type PagesFormat,
  type Plugin,
  type Sink,
  type StrategyContext,
  type Verdict,
} from '../../judging/plugins/plugin.js';
export type {
  ClassifierDeclaration,
  ClassifierKind,
  Learner,
  MakingContext,
} from '../../judging/classifiers/classifier.js';
export type { TrainingText } from '../../judging/topic/scorer.js';
export { trainedClassifier } from '../../judging/topic/trained-rule.js';
export type {
  Annotator,
  AnnotatedText,
  EntityLink,
  EntityLinker,
  LinkedNoun,
  Noun,
} from '../../model/noun.js';
export type { CorpusDocument, CorpusProblem } from '../../model/document.js';
export type { Fetcher, LinkCandidate, LinkPriority, Priority, QueuedUrl } from '../../model/crawl-event.js';
export type { Page, PageLink, PageReader } from '../../model/page.js';
export type { Bindings, KnowledgeBase, Term } from '../../model/rdf.js';
export type { AnnotatedPage, Judgement, NounEvidence, Reason, TopicClassifier } from '../../model/topic.js';
export type { OnWait } from '../../model/wait.js';
export type { Logger } from '../../support/logger.js';
