import type { Mail } from '../../../server/lib/mailer'

/** What must not stand in a log line, whoever wrote it (OPS-02): tokens, signatures of links, webhook addresses. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'an access token': /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  'an API token': /\bnj_[\w-]{16,}/,
  'the secret of a webhook': /\bwhsec_[\w+/]{16,}/,
  'the signature of a link': /\bsignature=[\w-]{16,}/,
  'a header with a token': /bearer +[\w.-]{16,}/i,
  'the address of a webhook': /hooks\.slack\.com\/services\/\w+|\/api\/webhooks\/\d+\/\w+/,
}

/** Reads every line that a test's hub logs, at the finest level, so that the whole suite proves what no line may hold. */
export class SecretWatch {
  readonly #lines: string[] = []
  readonly #secrets = new Map<string, string>()

  /** A value that this hub gave out. */
  noteSecret(what: string, value: string): void {
    this.#secrets.set(value, what)
  }

  write(line: string): void {
    this.#lines.push(line)
  }

  /** Throws where a line holds a secret; codes are those of the mails. */
  check(mails: readonly Mail[]): void {
    for (const { text } of mails) for (const code of text.match(/^\d{6}$/gm) ?? []) this.noteSecret('a code', code)
    // All at once: line by line, this would take as long as many a test.
    const text = this.#lines.join('')
    const leak = leakIn(text, this.#secrets)
    if (leak !== null) throw new Error(`The hub logged ${leak.what}: ${lineAt(text, leak.index)}`)
  }
}

function leakIn(text: string, secrets: ReadonlyMap<string, string>): { what: string; index: number } | null {
  for (const [what, shape] of Object.entries(SHAPES)) {
    const index = text.search(shape)
    if (index !== -1) return { what, index }
  }
  for (const [value, what] of secrets) {
    if (!text.includes(value)) continue
    const index = text.search(new RegExp(`(?<![\\w.-])${value}(?![\\w.-])`))
    if (index !== -1) return { what, index }
  }
  return null
}

function lineAt(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index) + 1).split('\n', 1)[0] ?? ''
}
