/** `sfwc/kb`: corpora and knowledge bases. */
export type { OnWait, StepDetail } from '../../model/wait.js';
export { buildTopic, type BuildObserver, type BuildReport } from '../../app/topics/build-topic.js';
export { describeCorpus, type CorpusStatistics } from '../../app/topics/corpus-stats.js';
export { makeWikiCorpus, type WikiCorpusReport } from '../../extensions/wikipedia/corpus-wikipedia.js';
export { expandTopic, type ExpandReport } from '../../app/topics/expand-topic.js';
export {
  suggestThesaurus,
  thesaurusInfo,
  type SuggestReport,
  type ThesaurusInfo,
} from '../../extensions/thesaurus/topic-thesaurus.js';
export type { ExportReport } from '../../app/kb/export.js';
export type { OtherInfo, TopicInfo } from '../../app/kb/kb-info.js';
export type { LabelIndexReport, NameMeaning } from '../../extensions/label-index/labels.js';
export type { ValidatedUnit, ValidationSummary } from '../../app/kb/validate.js';
export type {
  BuildOptions,
  CorpusStatsOptions,
  ExpandOptions,
  KbExportOptions,
  KbInfoOptions,
  KbValidateOptions,
  QueryOptions,
} from '../../app/settings/settings.js';
export type { CorpusWikipediaOptions } from '../../extensions/wikipedia/corpus-wikipedia-settings.js';
export type { LabelsIndexOptions } from '../../extensions/label-index/labels-settings.js';
export type { ServeOptions } from '../../extensions/server/serve-settings.js';
export type { ThesaurusSuggestOptions } from '../../extensions/thesaurus/thesaurus-settings.js';
export {
  openThesaurus,
  readThesaurusFile,
  type ThesaurusFile,
} from '../../knowledge/expansion/thesaurus-file.js';
export { openKnowledgeBase, openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
export type { CorpusDocument, CorpusProblem } from '../../model/document.js';
export type {
  Annotator,
  AnnotatedText,
  EntityLink,
  EntityLinker,
  LinkedNoun,
  Noun,
} from '../../model/noun.js';
export type { Bindings, KnowledgeBase, QueryScope, ResultFormat, Term } from '../../model/rdf.js';
export type { DocumentReader, OwnDocument, OwnLink, OwnLinker } from '../../judging/plugins/plugin.js';
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
