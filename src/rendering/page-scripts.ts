/**
 * What is run in a page that is being rendered, in a world of its own (`Page.createIsolatedWorld`), where scripts of the page
 * cannot have replaced what it calls. Kept as text: it is not part of this program.
 */

/** Characters of visible text, number of links, and height of the page: by these it is seen whether it still grows. */
export const LOOK = `[
  document.body ? document.body.innerText.length : 0,
  document.links.length,
  document.documentElement ? document.documentElement.scrollHeight : 0,
]`;

/** Scrolls to the end; true where there was anything left to scroll. */
export const SCROLL = `(() => {
  const before = scrollY;
  scrollTo(0, document.documentElement.scrollHeight);
  return scrollY > before;
})()`;

/**
 * Presses a button of a consent wall: one that refuses, else one that accepts. True where one was pressed. A button that was
 * pressed is not pressed again.
 */
export const ANSWER_CONSENT = `(() => {
  const wall = /consent|cookie|cmp|gdpr|onetrust|didomi|privacy/i;
  const refuse = /\\b(reject|refuse|decline|deny|necessary|essential|without accepting|ablehnen|refuser|rechazar|rifiuta)/i;
  const accept = /\\b(accept|agree|allow|consent|ok|got it|continue|zustimmen|akzeptieren|accepter|aceptar|accetta)/i;
  const inWall = (node) => {
    for (let at = node; at; at = at.parentElement)
      if (wall.test(at.id + ' ' + at.getAttribute('class')) || at.getAttribute('role') === 'dialog') return true;
    return false;
  };
  const buttons = [...document.querySelectorAll('button, [role=button], input[type=button], input[type=submit]')]
    .slice(0, 500)
    .filter((one) => !one.hasAttribute('data-sfwc-pressed') && inWall(one));
  const said = (one) => (one.innerText || one.value || '').slice(0, 100);
  const found = buttons.find((one) => refuse.test(said(one))) || buttons.find((one) => accept.test(said(one)));
  if (!found) return false;
  found.setAttribute('data-sfwc-pressed', '');
  found.click();
  return true;
})()`;

/**
 * The page as HTML. It is copied into a document without scripts; what stands in open shadow roots, which HTML does not show,
 * is put where its host is.
 */
export function snapshotScript(maxCharacters: number): string {
  return `(() => {
  const inert = document.implementation.createHTMLDocument('');
  const copyOf = (node) => inert.importNode(node, true);
  const showShadows = (from, to) => {
    const copies = [...to.querySelectorAll('*')];
    [...from.querySelectorAll('*')].forEach((host, at) => {
      if (!host.shadowRoot || !copies[at]) return;
      const shown = inert.createElement('div');
      shown.append(...[...host.shadowRoot.childNodes].map(copyOf));
      showShadows(host.shadowRoot, shown);
      copies[at].append(shown);
    });
  };
  if (!document.documentElement) return '';
  const copy = copyOf(document.documentElement);
  showShadows(document.documentElement, copy);
  return ('<!doctype html>' + copy.outerHTML).slice(0, ${maxCharacters});
})()`;
}

/** Run in the page itself before its own scripts: what would open windows or connections does nothing. */
export const BEFORE_SCRIPTS = `
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebSocketStream', 'WebTransport', 'SharedWorker'])
    delete globalThis[name];
  globalThis.open = () => null;
  globalThis.print = () => undefined;
`;
