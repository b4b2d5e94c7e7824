import type { EndpointSettings } from '../../model/endpoint.js';
import type { Answering } from '../../knowledge/places/store.js';
import type { KnowledgeBase, QueryScope } from '../../model/rdf.js';

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

/** Queries over several sources together. */
export interface FederationPort {
  /** Opens the sources. @throws InputError when one cannot be opened; UsageError for an address that is none */
  open(request: FederationRequest): Promise<Answering>;
}
