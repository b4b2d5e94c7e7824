/** The used part of YASGUI, a global of its script. */
export interface YasguiLibrary {
  new (parent: HTMLElement, config: object): YasguiInstance;
  readonly Yasqe: {
    readonly Autocompleters: Record<string, Completer | undefined>;
  };
}

export interface YasguiInstance {
  on(event: 'queryResponse' | 'query', listener: (yasgui: YasguiInstance, tab: YasguiTab) => void): void;
  readonly _tabs: Readonly<Record<string, YasguiTab | undefined>>;
  getTab(id?: string): YasguiTab | undefined;
  addTab(
    setActive: boolean,
    config: { readonly name: string; readonly yasqe: { readonly value: string } },
  ): YasguiTab;
  selectTabId(id: string): YasguiTab;
}

export interface YasguiTab {
  getId(): string;
  getName(): string;
  getQuery(): string;
  setQuery(query: string): void;
  getYasqe(): {
    query(): Promise<unknown>;
    on(event: 'queryResponse', listener: (editor: unknown, response: unknown) => void): void;
  };
}

/** Completes one kind of word; `get` is a list, or a function of the beginning. */
export interface Completer {
  get:
    readonly string[] | ((editor: unknown, token?: { readonly autocompletionString?: string }) => string[]);
  autoShow?: boolean;
}

declare global {
  interface Window {
    readonly Yasgui: YasguiLibrary;
  }
}
