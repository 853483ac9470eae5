import type { Mail } from '../../../server/lib/mailer'

/** What must not stand in a log line, whoever wrote it (OPS-02): tokens, signatures of links, webhook addresses. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'an access token': /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  'an API token': /\bnj_[\w-]{16,}/,
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
    for (const line of this.#lines) {
      const what = leakIn(line, this.#secrets)
      if (what !== null) throw new Error(`The hub logged ${what}: ${line}`)
    }
  }
}

function leakIn(line: string, secrets: ReadonlyMap<string, string>): string | null {
  for (const [what, shape] of Object.entries(SHAPES)) if (shape.test(line)) return what
  for (const [value, what] of secrets) if (new RegExp(`(?<![\\w.-])${value}(?![\\w.-])`).test(line)) return what
  return null
}
