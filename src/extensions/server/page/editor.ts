import { completeFromDataset, type DatasetFacts } from './completion.js';
import { makeAccessible } from './accessible.js';
import type {} from './yasqe.js';

/** The SPARQL editor. */
export interface Editor {
  readonly text: () => string;
  readonly setText: (text: string) => void;
  readonly isUpdate: () => boolean;
  readonly focus: () => void;
}

/**
 * Opens the editor, whose script is loaded when somebody wants it.
 * @param run called for Ctrl-Enter
 */
export async function openEditor(
  parent: HTMLElement,
  text: string,
  facts: () => Promise<DatasetFacts>,
  prefixes: Readonly<Record<string, string>>,
  run: () => void,
): Promise<Editor> {
  await loadYasqe();
  const { Yasqe } = window;
  void facts().then((found) => completeFromDataset(Yasqe, found, prefixes));
  const yasqe = new Yasqe(parent, {
    ...{
      value: text,
      persistenceId: null,
      editorHeight: 'auto',
      resizeable: false,
      showQueryButton: false,
      createShareableLink: null,
    },
    extraKeys: { 'Ctrl-Enter': run, 'Cmd-Enter': run },
  });
  makeAccessible(parent);
  return {
    text: () => yasqe.getValue(),
    setText: (value) => yasqe.setValue(value),
    isUpdate: () => yasqe.getQueryMode() === 'update',
    focus: () => {
      yasqe.refresh();
      yasqe.focus();
    },
  };
}

async function loadYasqe(): Promise<void> {
  if ('Yasqe' in window) return;
  const script = document.createElement('script');
  script.src = 'page/yasqe.min.js';
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', () =>
      reject(new Error('The editor cannot be loaded. Is the server running?')),
    );
    document.head.append(script);
  });
}
