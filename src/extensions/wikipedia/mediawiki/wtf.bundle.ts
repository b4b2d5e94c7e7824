/** wtf_wikipedia in one file that the build makes. */
export { default as wtf } from 'wtf_wikipedia';
