/** Statements of a page and its server about its use. */
export interface Rights {
  /** Addresses of licences, each once, ten at most; those of Creative Commons in their canonical form. */
  readonly licences?: readonly string[];
  /** Rights in words, where the page states them so; 300 characters at most. */
  readonly statement?: string;
  /** True if text and data mining is reserved (TDM Reservation Protocol); absent where nothing is said. */
  readonly tdmReserved?: boolean;
  /** Address of the policy under which it is allowed. */
  readonly tdmPolicy?: string;
  readonly directives?: readonly AiDirective[];
  /** Preferences of `Content-Signal` and `Content-Usage`, of the response or the robots.txt: `ai-train=no`, `search=yes`. */
  readonly usage?: readonly string[];
}

/** Robots directives that some sites use: not for machine learning, images not for machine learning. */
export const AI_DIRECTIVES = ['noai', 'noimageai'] as const;

export type AiDirective = (typeof AI_DIRECTIVES)[number];
