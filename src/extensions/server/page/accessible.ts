/** What parts of YASGUI are to assistive technology, where YASGUI itself does not say it: attributes by selector. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.CodeMirror textarea': { 'aria-label': 'SPARQL query' },
  // Only tabs may be in a list of tabs.
  '.addTab': { role: 'tab', 'aria-selected': 'false' },
  '.tableSizer': { 'aria-label': 'Rows on a page' },
};

/**
 * Gives the editor and its results the names and roles that they lack, now and whenever something is redrawn. Tab leaves the
 * editor, where it would indent: without a mouse nobody would get out again.
 */
export function makeAccessible(editor: HTMLElement): void {
  const complete = (): void => {
    for (const [selector, attributes] of Object.entries(ATTRIBUTES))
      for (const found of editor.querySelectorAll(selector))
        for (const [name, value] of Object.entries(attributes))
          if (found.getAttribute(name) !== value) found.setAttribute(name, value);
    for (const title of editor.querySelectorAll('th .dt-column-title:empty')) title.append(hiddenText('row'));
  };
  editor.addEventListener('keydown', leaveByTab, { capture: true });
  new MutationObserver(complete).observe(editor, { childList: true, subtree: true });
  complete();
}

/** Lets the browser handle Tab, unless there are suggestions, of which it picks one. */
function leaveByTab(event: KeyboardEvent): void {
  const isInEditor = event.target instanceof Element && event.target.matches('.CodeMirror textarea');
  if (event.key === 'Tab' && isInEditor && document.querySelector('.CodeMirror-hints') === null)
    event.stopPropagation();
}

/** Text that is read aloud and not seen. */
function hiddenText(text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = 'unseen';
  span.textContent = text;
  return span;
}
