/** Comunica and all that it depends on, in one file that the build makes. */
export { QueryEngine } from '@comunica/query-sparql';
