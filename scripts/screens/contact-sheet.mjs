/** @typedef {import('../screens.mjs').Shot} Shot */

/** By which a page is known to be one of these. */
export const sheetTitle = "<title>Nightjar's screens</title>"

/**
 * One page with all screenshots: a row for each screen and state, small to large.
 * @param {readonly Shot[]} shots
 * @returns {string}
 */
export function contactSheet(shots) {
  const rows = new Map()
  for (const shot of shots) {
    const title = `${shot.screen}, ${shot.state}`
    rows.set(title, [...(rows.get(title) ?? []), shot])
  }
  const sections = [...rows].map(
    ([title, taken]) => `<section><h2>${title}</h2><div>${taken.map(figureOf).join('')}</div></section>`,
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${sheetTitle}
<style>
  body { font: 14px system-ui, sans-serif; margin: 1.5rem; background: #dde2ea; color: #151c28 }
  div { display: flex; gap: 1rem; overflow-x: auto; align-items: flex-start }
  figure { margin: 0; flex: none } img { height: 24rem; border: 1px solid #97a1b3; display: block; object-fit: cover; object-position: top }
</style>
<h1>${shots.length} screenshots</h1>
${sections.join('\n')}
</html>
`
}

/** @param {Shot} shot */
function figureOf({ file, width, theme }) {
  const caption = `${width} px, ${theme}`
  return `<figure><a href="${file}"><img src="${file}" alt="${caption}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`
}
