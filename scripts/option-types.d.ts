/** The text of src/app/settings/options.ts. @param settings all sets of settings by their names */
export function optionTypes(settings: Readonly<Record<string, unknown>>): Promise<string>;
