/** `sfwc/kb`: corpora and knowledge bases. */
export type { OnWait, StepDetail } from '../../model/wait.js';
export * from '../../extensions/exchange/api.js';
export * from '../../extensions/label-index/api.js';
export * from '../../extensions/server/api.js';
export * from '../../extensions/thesaurus/api.js';
export * from '../../extensions/validation/api.js';
export * from '../../extensions/wikipedia/api.js';
export { buildTopic, type BuildObserver, type BuildReport } from '../../app/topics/build-topic.js';
export {
  describeCorpus,
  type CorpusStatistics,
  type CorpusStatsOptions,
} from '../../extensions/tools/api.js';
export { expandTopic, type ExpandReport } from '../../app/topics/expand-topic.js';
export type { OtherInfo, TopicInfo } from '../../app/kb/kb-info.js';
export type {
  BuildOptions,
  ExpandOptions,
  KbInfoOptions,
  QueryOptions,
} from '../../app/settings/settings.js';
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
export type {
  CorpusSource,
  DocumentReader,
  OwnDocument,
  OwnLink,
  OwnLinker,
} from '../../judging/plugins/plugin.js';
export { describeKnowledgeBases, query } from './requests.js';
