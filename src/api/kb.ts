/** `sfwc/kb`: corpora and knowledge bases. */
export type { OnWait, StepDetail } from '../model/wait.js';
export { buildTopic, type BuildObserver, type BuildReport } from '../app/build/build-topic.js';
export { describeCorpus, type CorpusStatistics } from '../app/build/corpus-stats.js';
export { makeWikiCorpus, type WikiCorpusReport } from '../app/build/corpus-wikipedia.js';
export { expandTopic, type ExpandReport } from '../app/build/expand-topic.js';
export {
  suggestThesaurus,
  thesaurusInfo,
  type SuggestReport,
  type ThesaurusInfo,
} from '../app/build/thesaurus.js';
export type { ExportReport } from '../app/kb/export.js';
export type { OtherInfo, TopicInfo } from '../app/kb/kb-info.js';
export type { LabelIndexReport, NameMeaning } from '../app/kb/labels.js';
export type { ValidatedUnit, ValidationSummary } from '../app/kb/validate.js';
export type {
  BuildOptions,
  CorpusStatsOptions,
  CorpusWikipediaOptions,
  ExpandOptions,
  KbExportOptions,
  KbInfoOptions,
  KbValidateOptions,
  LabelsIndexOptions,
  QueryOptions,
  ServeOptions,
  ThesaurusSuggestOptions,
} from '../config/settings.js';
export { openThesaurus, readThesaurusFile, type ThesaurusFile } from '../expansion/thesaurus-file.js';
export { openKnowledgeBase, openTopic, type OpenTopic } from '../knowledge/knowledge-base.js';
export type { CorpusDocument, CorpusProblem } from '../model/document.js';
export type { Annotator, AnnotatedText, EntityLink, EntityLinker, LinkedNoun, Noun } from '../model/noun.js';
export type { Bindings, KnowledgeBase, QueryScope, ResultFormat, Term } from '../model/rdf.js';
export type { DocumentReader, OwnDocument, OwnLink, OwnLinker } from '../plugins/plugin.js';
export {
  describeKnowledgeBases,
  describeLabelIndex,
  exportKnowledgeBases,
  indexLabels,
  lookUpLabels,
  query,
  serve,
  validateKnowledgeBases,
  type RunningServer,
} from './requests.js';
