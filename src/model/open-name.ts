/** A built-in name, or one that a plugin registers. */
export type OpenName<Name extends string> = Name | (string & Record<never, never>);
