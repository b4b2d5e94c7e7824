/** wtf_wikipedia in one file that the build makes (docs/decisions/bundled-packages.md). */
export { default as wtf } from 'wtf_wikipedia';
