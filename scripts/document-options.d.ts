/** Declarations with documented interfaces in place of inferred option types. @param settings all sets of settings by their names */
export function withDocumentedOptions(
  declarations: string,
  settings: Readonly<Record<string, unknown>>,
): string;
