import DefaultTheme from 'vitepress/theme';
import './style.css';

// Undefined while pages are rendered in Node.
const { document, MutationObserver } = globalThis;

/**
 * VitePress says that its search box is a button and its results are options, which may not hold links and buttons. Here the box
 * is a dialog with a list of links.
 */
function mendSearch() {
  const box = document.querySelector('.VPLocalSearchBox[role=button]');
  box?.setAttribute('role', 'dialog');
  for (const name of ['aria-expanded', 'aria-haspopup', 'aria-owns']) box?.removeAttribute(name);
  for (const list of document.querySelectorAll('.VPLocalSearchBox [role=listbox]'))
    list.removeAttribute('role');
  for (const item of document.querySelectorAll('.VPLocalSearchBox [role=option]')) {
    item.removeAttribute('role');
    item.removeAttribute('aria-selected');
    item.querySelector('a')?.removeAttribute('aria-label');
  }
  for (const key of document.querySelectorAll('.VPLocalSearchBox kbd[aria-label]:not([role])'))
    key.setAttribute('role', 'img');
  const input = document.querySelector('#localsearch-input[aria-activedescendant]');
  input?.removeAttribute('aria-activedescendant');
}

/** The button of a moving picture shows the still one instead, as for readers who prefer that. */
function stopOrPlay({ target }) {
  const button = target.closest?.('.film > .pause');
  if (!button) return;
  const isStill = button.getAttribute('aria-pressed') === 'false';
  for (const source of button.parentElement.querySelectorAll('source'))
    source.media = isStill ? 'all' : '(prefers-reduced-motion: reduce)';
  button.setAttribute('aria-pressed', String(isStill));
}

export default {
  extends: DefaultTheme,
  enhanceApp() {
    if (document === undefined) return;
    document.addEventListener('click', stopOrPlay);
    new MutationObserver(mendSearch).observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
    });
  },
};
