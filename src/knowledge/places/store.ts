import type { KnowledgeBase } from '../../model/rdf.js';

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
type StoreOptions = Readonly<{ settings: EndpointSettings; warn: (message: string) => void }>;

export interface WritableKnowledgeBase extends KnowledgeBase {
  /** Checks that it answers and accepts changes. @throws InputError or QueryError when it does not */
  checkWritable(): Promise<void>;
  /** Replaces graphs by new versions. @throws OutputError when it fails; its hint describes the state of the graphs */
  replaceGraphs(nquads: AsyncIterable<string>, graphs: readonly string[]): Promise<void>;
}

/** Opens knowledge bases in SPARQL endpoints, by their addresses: `https://host/sparql`. */
export interface StoreKind {
  /** Opens a knowledge base for any query. A query without a scope sees all its graphs together. */
  open(address: string, context: StoreOptions): KnowledgeBase | Promise<KnowledgeBase>;
  /** Opens it to read topics, which are found by their scopes, or to build one into it. */
  openTopic(address: string, context: StoreOptions): WritableKnowledgeBase;
}
