/** The used part of YASQE, a global of its script. */
export interface YasqeLibrary {
  new (parent: HTMLElement, config: object): Yasqe;
  readonly Autocompleters: Record<string, Completer | undefined>;
}

/** An editor in the page. */
export interface Yasqe {
  getValue(): string;
  setValue(text: string): void;
  getQueryMode(): 'query' | 'update';
  focus(): void;
  refresh(): void;
}

/** Completes one kind of word; `get` is a list, or a function of the beginning. */
export interface Completer {
  get:
    readonly string[] | ((editor: unknown, token?: { readonly autocompletionString?: string }) => string[]);
  autoShow?: boolean;
}

declare global {
  interface Window {
    readonly Yasqe: YasqeLibrary;
  }
}
