/** The text of src/config/options.ts. @param settings the module `config/all-settings` */
export function optionTypes(settings: Readonly<Record<string, unknown>>): Promise<string>;
