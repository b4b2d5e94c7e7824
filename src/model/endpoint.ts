export interface EndpointSettings {
  readonly kbUser?: string;
  readonly kbPassword?: string;
  readonly kbToken?: string;
  /** Seconds per request. Default: {@link ENDPOINT_DEFAULTS}. */
  readonly kbTimeout?: number;
  /** Retries after transient failures. Default: {@link ENDPOINT_DEFAULTS}. */
  readonly kbRetries?: number;
  /** Address for updates, if it differs. */
  readonly updateUrl?: string;
  readonly graphStore?: string;
}

export const ENDPOINT_DEFAULTS = { kbTimeout: 60, kbRetries: 4 } as const;
