/** The text of src/app/settings/options.ts. @param settings the module `cli/all-settings` */
export function optionTypes(settings: Readonly<Record<string, unknown>>): Promise<string>;
