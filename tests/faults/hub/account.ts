import { z } from 'zod'
import { type Answer, type Call, exchange } from './exchange'

const signedInShape = z.object({ token: z.string(), refreshToken: z.string(), workspaceId: z.string() })
const pairShape = signedInShape.pick({ token: true, refreshToken: true })
const cameraShape = z.object({ id: z.string() })

interface Session extends z.infer<typeof signedInShape> {
  /** Of the hub's clock, when the token was asked for. */
  readonly jumps: number
}

/** What is needed of the hub. */
export interface AccountHub {
  readonly url: string
  /** How often its clock was set so far. */
  readonly clockJumps: number
  /** The next sign-in code that is mailed to an address. */
  nextCode(email: string): Promise<string>
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Somebody who is signed in at the hub, with a camera. */
export class Account {
  readonly #hub: AccountHub
  #session: Session
  #refreshing: Promise<boolean> | null = null
  cameraId = ''

  private constructor(hub: AccountHub, session: Session) {
    this.#hub = hub
    this.#session = session
  }

  static async open(hub: AccountHub, email = 'faults@example.org'): Promise<Account> {
    const post = (path: string, body: object) =>
      exchange(`${hub.url}/v1${path}`, { method: 'POST', headers: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) })
    await post('/auth/request-otp', { email })
    const jumps = hub.clockJumps
    const answer = await post('/auth/verify-otp', { email, otp: await hub.nextCode(email) })
    const account = new Account(hub, { ...signedInShape.parse(parsed(answer)), jumps })
    const camera = { name: 'Yard', location: 'Shed', deviceId: 'device', deviceLabel: 'Camera' }
    const body = Buffer.from(JSON.stringify(camera))
    account.cameraId = cameraShape.parse(
      await account.read('/cameras', { method: 'POST', headers: JSON_TYPE, body }),
    ).id
    return account
  }

  /**
   * One call of the API, by way of another address where one is given; an access token that has ended is exchanged once,
   * as the app does it, and again where the clock was set since: that ends the new one too, rightly.
   */
  async ask(path: string, call: Call = { method: 'GET' }, origin = this.#hub.url): Promise<Answer> {
    for (let isRepeated = false; ; isRepeated = true) {
      const used = this.#session
      const answer = await exchange(`${origin}/v1${path}`, {
        ...call,
        headers: { ...call.headers, ...headersOf(used) },
      })
      const isUnforeseen = isRepeated && used.jumps === this.#hub.clockJumps
      if (answer.status !== 401 || isUnforeseen) return answer
      if (used === this.#session) await this.#refresh()
    }
  }

  /** The answer's JSON. Rejects where the hub refuses. */
  async read(path: string, call?: Call): Promise<unknown> {
    const answer = await this.ask(path, call)
    if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.body.toString()}`)
    return parsed(answer)
  }

  /** What a socket says of itself. */
  get session(): { readonly token: string; readonly workspaceId: string } {
    return this.#session
  }

  /** Exchanges the tokens though they have not ended; false: the session has. Rejects without an answer. */
  renew(): Promise<boolean> {
    this.#refreshing ??= this.#exchangeTokens().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #refresh(): Promise<void> {
    if (!(await this.renew())) throw new Error('The session ended.')
  }

  async #exchangeTokens(): Promise<boolean> {
    const jumps = this.#hub.clockJumps
    const body = Buffer.from(JSON.stringify({ refreshToken: this.#session.refreshToken }))
    const answer = await exchange(`${this.#hub.url}/v1/auth/refresh`, { method: 'POST', headers: JSON_TYPE, body })
    if (answer.status === 401) return false
    this.#session = { ...this.#session, ...pairShape.parse(parsed(answer)), jumps }
    return true
  }
}

function headersOf({ token, workspaceId }: Session): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId }
}

function parsed({ body }: Answer): unknown {
  return JSON.parse(body.toString())
}
