import type { LinkPriority } from '../../model/crawl-event.js';
import type { StrategyDescription } from '../../model/strategy.js';
import type { Annotator } from '../../model/noun.js';
import type { ServiceCheck } from '../../model/service-check.js';
import type { DocumentHtmlPort } from '../../model/document-html.js';
import type { RecordFilesPort } from '../../language/corpus/records/record-files.js';
import type { BrowserPort } from '../../model/rendering.js';
import type { PagesToRatePort } from '../../model/pages-to-rate.js';
import type { WikiApisPort } from '../../web/http/wiki-api.js';
import type { CollectionSearchPort } from '../../model/collection-search.js';
import type { PageMapPort } from '../../model/page-map.js';
import type { CrawlTablesPort } from '../../model/crawl-tables.js';
import type { ExpansionPort, HierarchyPort } from '../../knowledge/expansion/expansion-port.js';
import type { BoundedQueriesPort } from '../../knowledge/queries/bounded-queries.js';
import type { ReadRdf } from '../../model/rdf-files.js';
import type { ThesauriPort } from '../../model/thesaurus.js';
import type { VocabularyCandidatesPort } from '../../model/vocabulary-candidate.js';
import type { NewTermsPort } from '../../model/term.js';
import type { StoredWebsPort } from '../../web/stored/stored-webs-port.js';
import type { EndpointPort } from '../../knowledge/endpoint/endpoint-port.js';
import type { DescriptionsPort, TopicInfoPort } from './topic-info-port.js';
import type { LabelsPort } from '../topic/labels-port.js';
import type { FederationPort } from './federation-port.js';
import type { CommandDeclaration } from '../../support/settings/command-body.js';
import type { PagesFormat, Plugin } from './plugin.js';

/** Ports that one extension implements, and that the core or other extensions call, by name. */
export interface Ports {
  /** Tries the database of shared crawls. */
  readonly sharedDatabase: ServiceCheck;
  readonly newTerms: NewTermsPort;
  readonly vocabularyCandidates: VocabularyCandidatesPort;
  readonly expansion: ExpansionPort;
  readonly recordFiles: RecordFilesPort;
  readonly boundedQueries: BoundedQueriesPort;
  readonly storedWebs: StoredWebsPort;
  readonly thesauri: ThesauriPort;
  readonly readRdf: ReadRdf;
  readonly endpoints: EndpointPort;
  readonly topicInfo: TopicInfoPort;
  readonly descriptions: DescriptionsPort;
  readonly federation: FederationPort;
  readonly hierarchy: HierarchyPort;
  readonly pagesToRate: PagesToRatePort;
  readonly browser: BrowserPort;
  readonly wikiApis: WikiApisPort;
  readonly crawlTables: CrawlTablesPort;
  readonly pageMap: PageMapPort;
  readonly collectionSearch: CollectionSearchPort;
  readonly labels: LabelsPort;
  readonly documentHtml: DocumentHtmlPort;
  /** Writes rows as a Parquet file. */
  readonly parquet: PagesFormat;
}

/** Finds the nouns of texts in a language. It is loaded when a topic is in that language. */
export interface AnnotatorDeclaration {
  /** Name and version, as the annotator itself says it: knowledge bases record it. */
  readonly name: string;
  /** @throws InputError when what it needs is missing or damaged */
  readonly load: () => Promise<Annotator>;
}

/** Declarations of an extension: its commands and parts, and the ports that it implements. */
export interface Extension extends Pick<Plugin, 'classifiers' | 'linkers'> {
  /** Commands by the words that call them: `pages`, `labels index`. */
  readonly commands?: Readonly<Record<string, CommandDeclaration>>;
  /** Strategies by name; see `StrategyDeclaration`, which the room of crawling knows. */
  readonly strategies?: Readonly<
    Record<string, StrategyDescription & { readonly load: () => Promise<(parts: never) => LinkPriority> }>
  >;
  /** By the ISO 639-1 code of the language. */
  readonly annotators?: Readonly<Record<string, AnnotatorDeclaration>>;
  readonly ports?: {
    readonly [Name in keyof Ports]?: { readonly load: () => Promise<Ports[Name]> };
  };
}

/** An extension as it is; for its types. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
