import type { Clock } from '../../support/time/clock.js';

/** A response with any status. */
export interface EndpointResponse {
  readonly status: number;
  /** Media type without parameters, lower case; empty when there is none. */
  readonly type: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface EndpointHttpOptions {
  /** A token, or a name and a password (sent as Basic). */
  readonly auth?: { readonly token?: string; readonly user?: string; readonly password?: string };
  /** Seconds for a complete response. Default 60. */
  readonly timeoutSeconds?: number;
  /** Maximum retries of a repeatable request. Default 3, after 0.3, 1.2 and 4.8 seconds. */
  readonly retries?: number;
  /** Largest response in bytes. Default 500,000,000; strings cannot be much longer. */
  readonly maxBytes?: number;
  readonly clock?: Clock;
  /** Called with the reason for a retry. */
  readonly warn?: (message: string) => void;
  readonly signal?: AbortSignal;
}

export interface EndpointRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** False for requests that must not be carried out twice: they are not retried. */
  readonly repeatable: boolean;
}

/** Sends a request, with retries. Throws InputError naming the URL when there is no response. */
export type SendToEndpoint = (request: EndpointRequest) => Promise<EndpointResponse>;
