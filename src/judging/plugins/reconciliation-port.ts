import type { KnowledgeBase } from '../../model/rdf.js';

/** A request of the Reconciliation API. */
export interface ReconciliationRequest {
  /** Path below that of the service: empty for the service itself, or such as `/suggest/entity`. */
  readonly path: string;
  /** Of the address and of a form. */
  readonly parameters: URLSearchParams;
  /** The address of the service, as the client knows it. */
  readonly address: string;
}

/** An answer: JSON, or a page without scripts. */
export interface ReconciliationAnswer {
  readonly type: 'json' | 'html';
  readonly body: string;
}

/** A service over the entities of topics; undefined for a path that it does not have. @throws UsageError for a malformed request */
export type ReconciliationService = (request: ReconciliationRequest) => ReconciliationAnswer | undefined;

/** The Reconciliation API over the topics of a knowledge base. */
export interface ReconciliationPort {
  /** Reads the entities. What changes afterwards is not seen. */
  open(kb: KnowledgeBase): Promise<ReconciliationService>;
}
