import { createHash } from 'node:crypto'

const STYLE = `
:root { color-scheme: light dark; --text: #1a202c; --soft: #4a5568; --ground: #f7fafc; --panel: #fff; --line: #cbd5e0; --act: #1b7d6b; --bad: #9b2c2c }
@media (prefers-color-scheme: dark) { :root { --text: #f7fafc; --soft: #cbd5e0; --ground: #171923; --panel: #1f2430; --line: #4a5568; --act: #4fd1b5; --bad: #feb2b2 } }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground) }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem max(1rem, env(safe-area-inset-left)) 2rem }
main.note { max-width: 28rem; padding-top: min(20vh, 8rem) }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .5rem; overflow-wrap: anywhere }
p { margin: .5rem 0; overflow-wrap: anywhere } .words { white-space: pre-line } .soft { color: var(--soft); font-size: .875rem }
video { display: block; width: 100%; max-height: 75vh; aspect-ratio: 16 / 9; margin: 1rem 0 .75rem; border-radius: .5rem; background: #000 }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem }
input, button, .act { font: inherit; display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border-radius: .375rem }
input { color: inherit; background: var(--panel); border: 1px solid var(--soft) }
button, .act { margin-top: 1rem; border: 0; text-align: center; text-decoration: none; font-weight: 600; cursor: pointer; color: var(--ground); background: var(--act) }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px } .bad { color: var(--bad) }
`

/** How old a page may be whose link to the film still holds (lib/signed-links.ts). */
const LINK_MS = 290_000

/**
 * The time in the reader's own zone. A film that does not play: the link of a page that has stood long has run out, and the
 * page gives a new one; else this browser cannot show it.
 */
const SCRIPT = `
for (const time of document.querySelectorAll('time')) time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
const film = document.querySelector('video')
film?.addEventListener('error', () => { if (performance.now() > ${LINK_MS}) location.reload(); else document.getElementById('broken').hidden = false })
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Our own few lines run, the film and its picture load, a password goes to this hub; nothing else, and in no frame. */
export const SHARE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "img-src 'self'",
  "media-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface Film {
  readonly title: string
  readonly description: string
  readonly clipUrl: string
  readonly posterUrl: string | null
  readonly expiresAtMs: number
}

export function filmPage({ title, description, clipUrl, posterUrl, expiresAtMs }: Film): string {
  const poster = posterUrl === null ? '' : ` poster="${escaped(posterUrl)}"`
  const until = new Date(expiresAtMs).toISOString()
  return page(
    title,
    '',
    `<h1>${escaped(title)}</h1>
${description === '' ? '' : `<p class="words">${escaped(description)}</p>`}
<video controls playsinline preload="metadata" aria-label="${escaped(title)}" src="${escaped(clipUrl)}"${poster}></video>
<p id="broken" class="bad" role="status" hidden>This film cannot be played here. Check the network and reload the page, or open the link in another browser.</p>
<p class="soft">Can be watched until <time datetime="${until}">${until.slice(0, 16).replace('T', ' ')} UTC</time>.</p>`,
  )
}

/** Nothing of the film: whoever has no password learns not even its title. */
export function passwordPage(refusal: string | null): string {
  const described = refusal === null ? '' : ' aria-invalid="true" aria-describedby="refusal"'
  return page(
    'A password, please',
    'note',
    `<h1>A password, please</h1>
<p>This film is protected. Whoever sent you the link knows its password.</p>
<form method="post"><label for="password">Password</label>
<input id="password" name="password" type="password" maxlength="200" autocomplete="off" required autofocus${described}>
${refusal === null ? '' : `<p id="refusal" class="bad" role="alert">${escaped(refusal)}</p>`}
<button>Watch</button></form>`,
  )
}

/** `signInUrl`: in the app, which comes back here. */
export function membersPage(signInUrl: string): string {
  return page(
    'For members only',
    'note',
    `<h1>For members only</h1>
<p>This film is for people of one workspace. Sign in, and it opens if you are one of them.</p>
<a class="act" href="${escaped(signInUrl)}">Sign in</a>`,
  )
}

/** A link that is wrong, one whose time is over and one that was revoked look alike: nobody learns which ones there were. */
export function nothingPage(): string {
  return notePage('Nothing here', 'This link is not whole, or it has ended. Ask whoever sent it for a new one.')
}

export function notePage(title: string, sentence: string): string {
  return page(title, 'note', `<h1>${escaped(title)}</h1>\n<p>${escaped(sentence)}</p>`)
}

function page(title: string, className: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive"><meta name="referrer" content="no-referrer"><link rel="icon" href="/icon.svg">
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main class="${className}">
${body}
</main><script>${SCRIPT}</script></body></html>
`
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}
