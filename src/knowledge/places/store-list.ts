// Made by scripts/extension-list.js out of src/extensions/*/extension.ts; `npm run extensions` makes it again.

/** The extensions that open addresses, by scheme. */
export const STORES: Readonly<Record<string, string>> = { http: 'endpoint', https: 'endpoint' };
