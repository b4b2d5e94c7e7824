/** Declarations with documented interfaces in place of inferred option types. @param settings the module `cli/all-settings` */
export function withDocumentedOptions(
  declarations: string,
  settings: Readonly<Record<string, unknown>>,
): string;
