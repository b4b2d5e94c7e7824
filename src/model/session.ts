/** The session of a person who has signed in: cookies for the hosts that were named, and for no other. */
export interface Session {
  /** The value of the header `Cookie` for a request; undefined where it has none. */
  readonly cookiesFor: (url: string) => string | undefined;
  /** Takes over what a response of one of its hosts sets. */
  readonly take: (url: string, setCookies: readonly string[]) => void;
  /** Whether requests to this address belong to the session. */
  readonly covers: (url: string) => boolean;
}
