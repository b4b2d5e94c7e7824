/** Results of a test file, as Jest reports them. */
interface FileResult {
  readonly testFilePath: string;
  readonly testResults: readonly {
    readonly status: string;
    readonly title: string;
    readonly fullName: string;
    readonly duration?: number;
  }[];
}

export function skippedLines(files: readonly FileResult[], root: string): string[];
export function slowest(
  files: readonly FileResult[],
  root: string,
  factor?: number,
): { readonly lines: readonly string[]; readonly tooSlow: number };
