/**
 * Names the field of the editor. Tab leaves the editor, where it would indent: without a mouse nobody would get out again.
 */
export function makeAccessible(editor: HTMLElement): void {
  editor.querySelector('.CodeMirror textarea')?.setAttribute('aria-label', 'SPARQL query');
  editor.addEventListener('keydown', leaveByTab, { capture: true });
}

/** Lets the browser handle Tab, unless there are suggestions, of which it picks one. */
function leaveByTab(event: KeyboardEvent): void {
  const isInEditor = event.target instanceof Element && event.target.matches('.CodeMirror textarea');
  if (event.key === 'Tab' && isInEditor && document.querySelector('.CodeMirror-hints') === null)
    event.stopPropagation();
}
