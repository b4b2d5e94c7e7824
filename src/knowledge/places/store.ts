import type { EndpointSettings } from '../../model/endpoint.js';
import type { KnowledgeBase, QueryScope } from '../../model/rdf.js';
import type { EndpointHttpOptions } from '../endpoint/endpoint-port.js';

/** What a store is opened with. */
export interface StoreContext {
  /** Credentials, time limits and further addresses, as options give them. */
  readonly settings: EndpointSettings;
  /** Called with requests that are repeated and answers that are cut off. */
  readonly warn: (message: string) => void;
}

/** How a public service is queried that is no knowledge base of sfwc. */
export type ServiceContext = StoreContext & Omit<EndpointHttpOptions, 'auth'>;

/** Settings of places, with the stores of plugins. */
export interface PlaceSettings extends EndpointSettings {
  /** By scheme; each is loaded when an address names it. */
  readonly stores?: ReadonlyMap<string, () => Promise<StoreKind>>;
}

/** A knowledge base that a topic can be built into. */
export interface WritableKnowledgeBase extends KnowledgeBase {
  /** Checks that it answers and accepts changes. @throws InputError or QueryError when it does not */
  checkWritable(): Promise<void>;
  /**
   * Replaces graphs by new versions.
   * @param nquads each statement once
   * @param graphs all graphs to replace; a graph without quads is dropped, the first is replaced last
   * @throws OutputError when it fails; its hint describes the state of the graphs
   */
  replaceGraphs(nquads: AsyncIterable<string>, graphs: readonly string[]): Promise<void>;
}

/** Opens knowledge bases that are not in files, by addresses of one scheme: `https://host/sparql`. */
export interface StoreKind {
  /**
   * Opens a knowledge base for any query. A query without a scope sees all its graphs together.
   * @throws UsageError for an address that is none; InputError when it cannot be reached
   */
  open(address: string, context: StoreContext): KnowledgeBase | Promise<KnowledgeBase>;
  /** Opens it to read topics, which are found by their scopes. Default: as `open`. */
  openTopic?(address: string, context: StoreContext): KnowledgeBase | Promise<KnowledgeBase>;
  /** Opens it to build a topic into it. Default: no topic can be built into it. */
  openToWrite?(
    address: string,
    context: StoreContext,
  ): WritableKnowledgeBase | Promise<WritableKnowledgeBase>;
  /** Opens it as it presents itself to everybody. Default: as `open`. */
  openService?(address: string, context: ServiceContext): Answering | Promise<Answering>;
}

/** A store that is loaded when an address names it. */
export interface StoreDeclaration {
  /** One line. */
  readonly summary: string;
  readonly load: () => Promise<StoreKind>;
}

/** A knowledge base for reading only. */
export type Answering = Pick<KnowledgeBase, 'select' | 'answer'>;

/** One of several knowledge bases that are queried together. */
export interface FederatedSource {
  /** A unique address; the real address of an endpoint, so that `SERVICE` can name it. */
  readonly url: string;
  readonly kb: Answering;
  /** What queries see of the source. Default: everything. */
  readonly scope?: QueryScope;
}

/** Answers queries over several knowledge bases together. */
export interface EngineKind {
  federate(sources: readonly FederatedSource[]): Answering | Promise<Answering>;
}

/** An engine that is loaded when a query names several sources. */
export interface EngineDeclaration {
  /** One line. */
  readonly summary: string;
  readonly load: () => Promise<EngineKind>;
}
