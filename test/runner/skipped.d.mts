/** Results of a test file, as Jest reports them. */
interface FileResult {
  readonly testFilePath: string;
  readonly testResults: readonly { readonly status: string; readonly title: string }[];
}

export function skippedLines(files: readonly FileResult[], root: string): string[];
