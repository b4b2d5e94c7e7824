/**
 * Script that is run in a page that is being rendered, in a world of its own (`Page.createIsolatedWorld`), where scripts of the page
 * cannot have replaced what it calls. Kept as text: it is not part of this program.
 */

/**
 * Characters of visible text and number of links, those in frames of the same origin included, and height of the page: by
 * these it is seen whether it still grows.
 */
export const LOOK = `(() => {
  let characters = 0;
  let links = 0;
  const look = (shown) => {
    characters += shown.body ? shown.body.innerText.length : 0;
    links += shown.links.length;
    for (const frame of shown.querySelectorAll('iframe, frame'))
      if (frame.contentDocument) look(frame.contentDocument);
  };
  look(document);
  return [characters, links, document.documentElement ? document.documentElement.scrollHeight : 0];
})()`;

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
 * The page as HTML. It is copied into a document without scripts. What HTML does not show is put where it is seen: what
 * stands in open shadow roots, and in frames of the same origin, whose links are made absolute.
 */
export function snapshotScript(maxCharacters: number): string {
  return `(() => {
  const inert = document.implementation.createHTMLDocument('');
  const copyOf = (node) => inert.importNode(node, true);
  const block = (nodes) => {
    const made = inert.createElement('div');
    made.append(...nodes);
    return made;
  };
  const shownIn = (root, isFramed) => {
    const shown = block([...root.childNodes].map(copyOf));
    showMore(root, shown, isFramed);
    return shown;
  };
  const showMore = (from, to, isFramed) => {
    const copies = [...to.querySelectorAll('*')];
    [...from.querySelectorAll('*')].forEach((element, at) => {
      const copy = copies[at];
      if (!copy) return;
      if (isFramed && element.hasAttribute('href') && typeof element.href === 'string')
        copy.setAttribute('href', element.href);
      if (element.shadowRoot) copy.append(shownIn(element.shadowRoot, isFramed));
      // Where a frameset stands, browsers take nothing else for text.
      if (element.localName === 'frameset') copy.replaceWith(block([...copy.childNodes]));
      const framed = /^i?frame$/.test(element.localName) && element.contentDocument;
      if (framed && framed.body) copy.replaceWith(shownIn(framed.body, true));
    });
  };
  if (!document.documentElement) return '';
  const copy = copyOf(document.documentElement);
  showMore(document.documentElement, copy, false);
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
