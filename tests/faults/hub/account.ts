import { z } from 'zod'
import { type Answer, type Call, exchange } from './exchange'
import type { HubUnderTest } from './hub-under-test'

const signedInShape = z.object({ token: z.string(), refreshToken: z.string(), workspaceId: z.string() })
const pairShape = signedInShape.pick({ token: true, refreshToken: true })
const cameraShape = z.object({ id: z.string() })

type SignedIn = z.infer<typeof signedInShape>

const JSON_TYPE = { 'content-type': 'application/json' }

/** Somebody who is signed in at the hub, with a camera. */
export class Account {
  readonly #hub: HubUnderTest
  #session: SignedIn
  #refreshing: Promise<void> | null = null
  cameraId = ''

  private constructor(hub: HubUnderTest, session: SignedIn) {
    this.#hub = hub
    this.#session = session
  }

  static async open(hub: HubUnderTest, email = 'faults@example.org'): Promise<Account> {
    const post = (path: string, body: object) =>
      exchange(`${hub.url}/v1${path}`, { method: 'POST', headers: JSON_TYPE, body: Buffer.from(JSON.stringify(body)) })
    await post('/auth/request-otp', { email })
    const answer = await post('/auth/verify-otp', { email, otp: await hub.nextCode(email) })
    const account = new Account(hub, signedInShape.parse(parsed(answer)))
    const camera = { name: 'Yard', location: 'Shed', deviceId: 'device', deviceLabel: 'Camera' }
    const body = Buffer.from(JSON.stringify(camera))
    account.cameraId = cameraShape.parse(
      await account.read('/cameras', { method: 'POST', headers: JSON_TYPE, body }),
    ).id
    return account
  }

  /**
   * One call of the API, by way of another address where one is given; an access token that has ended is exchanged, as
   * the app does it.
   */
  async ask(path: string, call: Call = { method: 'GET' }, origin = this.#hub.url): Promise<Answer> {
    const asOwner = () => ({ ...call, headers: { ...call.headers, ...this.#headers() } })
    const used = this.#session.token
    const answer = await exchange(`${origin}/v1${path}`, asOwner())
    if (answer.status !== 401) return answer
    if (used === this.#session.token) await this.#refresh()
    return exchange(`${origin}/v1${path}`, asOwner())
  }

  /** The answer's JSON. Rejects where the hub refuses. */
  async read(path: string, call?: Call): Promise<unknown> {
    const answer = await this.ask(path, call)
    if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.body.toString()}`)
    return parsed(answer)
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#session.token}`, 'x-workspace-id': this.#session.workspaceId }
  }

  async #refresh(): Promise<void> {
    this.#refreshing ??= this.#exchangeTokens().finally(() => {
      this.#refreshing = null
    })
    await this.#refreshing
  }

  async #exchangeTokens(): Promise<void> {
    const body = Buffer.from(JSON.stringify({ refreshToken: this.#session.refreshToken }))
    const answer = await exchange(`${this.#hub.url}/v1/auth/refresh`, { method: 'POST', headers: JSON_TYPE, body })
    if (answer.status === 401) throw new Error(`The session ended: ${answer.body.toString()}`)
    this.#session = { ...this.#session, ...pairShape.parse(parsed(answer)) }
  }
}

function parsed({ body }: Answer): unknown {
  return JSON.parse(body.toString())
}
