/** Comunica and all that it depends on, in one file that the build makes (docs/decisions/bundled-packages.md). */
export { QueryEngine } from '@comunica/query-sparql';
