/**
 * Runs in the page, before its own scripts. Playwright fills a field of Firefox by setting its value from the page's own
 * realm, which React takes for its own doing and does not hear; the browser's command is what typing does.
 */
export function typeAsPeopleDo() {
  Object.defineProperty(globalThis, '__pw_bidiInsertText', {
    get: () => (/** @type {string} */ text) => {
      document.execCommand('insertText', false, text)
      return null
    },
    // Playwright's own comes later.
    set: () => undefined,
  })
}
