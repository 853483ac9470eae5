import { escaped, hashOf, ownLook } from '../lib/own-page'

/** Title, then the film as wide as there is room, then what is said of it. */
const RULES = `
main.film { max-width: 64rem; margin: 0 auto; padding: 1.5rem max(1rem, env(safe-area-inset-left)) 2rem }
.words { white-space: pre-line; max-width: 65ch } .soft { color: var(--soft); font-size: .875rem } .bad { color: var(--bad) }
video { display: block; width: 100%; max-height: 75vh; aspect-ratio: 16 / 9; margin: 1rem 0; border-radius: .75rem; background: #000 }
@media (max-width: 47.99rem) { main.film { padding-top: 1rem } video { width: calc(100% + 2rem); margin-inline: -1rem; border-radius: 0 } }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem }
input { font: inherit; display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border-radius: .5rem; color: inherit; background: var(--panel); border: 1px solid var(--soft) }
`

/** How old a page may be whose link to the film still holds (lib/signed-links.ts). */
const LINK_MS = 290_000

/**
 * The time in the reader's own zone. A film that does not play: the link of a page that has stood long has run out, and the
 * page gives a new one, and goes on where it stood; else this browser cannot show it. How long it has stood, the wall's clock
 * knows where the machine slept, and the page's own where the other was set back.
 */
const SCRIPT = `
for (const time of document.querySelectorAll('time')) time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })
const film = document.querySelector('video')
if (film && history.state?.atSec) { film.currentTime = history.state.atSec; history.replaceState(null, '') }
film?.addEventListener('error', () => { if (Math.max(performance.now(), Date.now() - performance.timeOrigin) > ${LINK_MS}) { history.replaceState({ atSec: film.currentTime }, ''); location.reload() } else document.getElementById('broken').hidden = false })
`

export interface Film {
  readonly title: string
  readonly description: string
  readonly clipUrl: string
  readonly posterUrl: string | null
  readonly expiresAtMs: number
}

/** The pages that strangers and members get behind a link (SHARE-16). */
export class ShareHtml {
  readonly #style: string
  /** Our own few lines run, the film and its picture load, a password goes to this hub; nothing else, and in no frame. */
  readonly policy: string

  /** `appDir`: of the built app, if there is one. */
  constructor(appDir: string | null) {
    const look = ownLook(appDir, RULES)
    this.#style = look.style
    this.policy = [
      "default-src 'none'",
      ...look.sources,
      `script-src ${hashOf(SCRIPT)}`,
      "img-src 'self'",
      "media-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ')
  }

  film({ title, description, clipUrl, posterUrl, expiresAtMs }: Film): string {
    const poster = posterUrl === null ? '' : ` poster="${escaped(posterUrl)}"`
    const until = new Date(expiresAtMs).toISOString()
    return this.#page(
      title,
      'film',
      `<h1>${escaped(title)}</h1>
<video controls playsinline preload="metadata" aria-label="${escaped(title)}" src="${escaped(clipUrl)}"${poster}></video>
<p id="broken" class="bad" role="status" hidden>This film cannot be played here. Check the network and reload the page, or open the link in another browser.</p>
${description === '' ? '' : `<p class="words">${escaped(description)}</p>`}
<p class="soft">Can be watched until <time datetime="${until}">${until.slice(0, 16).replace('T', ' ')} UTC</time>.</p>`,
    )
  }

  /** Nothing of the film: whoever has no password learns not even its title. */
  password(refusal: string | null): string {
    const described = refusal === null ? '' : ' aria-invalid="true" aria-describedby="refusal"'
    return this.#page(
      'A password, please',
      'card',
      `<h1>A password, please</h1>
<p>This film is protected. Whoever sent you the link knows its password.</p>
<form method="post"><label for="password">Password</label>
<input id="password" name="password" type="password" maxlength="200" autocomplete="off" required autofocus${described}>
${refusal === null ? '' : `<p id="refusal" class="bad" role="alert">${escaped(refusal)}</p>`}
<button>Watch</button></form>`,
    )
  }

  /** `signInUrl`: in the app, which comes back here. */
  members(signInUrl: string): string {
    return this.#page(
      'For members only',
      'card',
      `<h1>For members only</h1>
<p>This film is for people of one workspace. Sign in, and it opens if you are one of them.</p>
<a class="act" href="${escaped(signInUrl)}">Sign in</a>`,
    )
  }

  /** A link that is wrong, one whose time is over and one that was revoked look alike: nobody learns which ones there were. */
  nothing(): string {
    return this.note('Nothing here', 'This link is not whole, or it has ended. Ask whoever sent it for a new one.')
  }

  note(title: string, sentence: string): string {
    return this.#page(title, 'card', `<h1>${escaped(title)}</h1>\n<p>${escaped(sentence)}</p>`)
  }

  #page(title: string, className: string, body: string): string {
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive"><meta name="referrer" content="no-referrer"><link rel="icon" href="/icon.svg">
<title>${escaped(title)}</title><style>${this.#style}</style></head>
<body><main class="${className}">
${body}
</main><script>${SCRIPT}</script></body></html>
`
  }
}
