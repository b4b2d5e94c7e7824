/** How a SPARQL endpoint is used. */
export interface EndpointSettings {
  readonly kbUser?: string | undefined;
  readonly kbPassword?: string | undefined;
  readonly kbToken?: string | undefined;
  /** Seconds per request. Default: {@link ENDPOINT_DEFAULTS}. */
  readonly kbTimeout?: number | undefined;
  /** Retries after transient failures. Default: {@link ENDPOINT_DEFAULTS}. */
  readonly kbRetries?: number | undefined;
  /** Address for updates, if it differs. */
  readonly updateUrl?: string | undefined;
  /** Address of its Graph Store Protocol, if it has one. */
  readonly graphStore?: string | undefined;
}

export const ENDPOINT_DEFAULTS = { kbTimeout: 60, kbRetries: 4 } as const;
