import type { KnowledgeBase, QueryScope } from '../../model/rdf.js';

export interface EndpointSettings {
  readonly kbUser?: string;
  readonly kbPassword?: string;
  readonly kbToken?: string;
  /** Retries after transient failures. */
  readonly kbRetries?: number;
  /** Address for updates, if it differs. */
  readonly updateUrl?: string;
}

/** Settings of an endpoint that is opened, and what hears of repeated requests. */
interface StoreContext {
  readonly settings: EndpointSettings;
  readonly warn: (message: string) => void;
}

export interface WritableKnowledgeBase extends KnowledgeBase {
  /** Checks that it answers and accepts changes. @throws InputError or QueryError when it does not */
  checkWritable(): Promise<void>;
  /** Replaces graphs by new versions. @throws OutputError when it fails; its hint describes the state of the graphs */
  replaceGraphs(nquads: AsyncIterable<string>, graphs: readonly string[]): Promise<void>;
}

/** Opens knowledge bases in SPARQL endpoints, by their addresses: `https://host/sparql`. */
export interface StoreKind {
  /** Opens a knowledge base for any query. A query without a scope sees all its graphs together. */
  open(address: string, context: StoreContext): KnowledgeBase | Promise<KnowledgeBase>;
  /** Opens it to read topics, which are found by their scopes, or to build one into it. */
  openTopic(address: string, context: StoreContext): WritableKnowledgeBase;
}

/** A knowledge base for reading only. */
export type Answering = Pick<KnowledgeBase, 'select' | 'answer'>;

/** One of several knowledge bases that are queried together. */
export interface FederatedSource {
  /** A unique address; the real address of an endpoint, so that `SERVICE` can name it. */
  readonly url: string;
  readonly kb: Answering;
  /** Scope of queries. Default: everything. */
  readonly scope?: QueryScope;
}

/** Everything that a query asks together. */
export interface FederationRequest {
  /** Folder, file or endpoint of the knowledge base. */
  readonly place: string;
  /** Endpoints, RDF files and other knowledge bases. */
  readonly sources: readonly string[];
  /** Result folders of crawls. */
  readonly crawls: readonly string[];
  readonly settings: EndpointSettings;
  readonly warn?: (message: string) => void;
  /** Finds what queries see of the knowledge base at `place`; undefined for all of it. */
  readonly scopeOf?: (kb: KnowledgeBase) => Promise<QueryScope>;
}
