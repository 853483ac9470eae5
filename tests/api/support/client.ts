import { Http, type HttpPorts } from '../../../src/api/http'
import type { Failure } from '../../../src/api/result'
import type { ExtensionName } from '../../../src/contract/extensions'
import { API_PREFIX } from '../../../src/contract/limits'
import { SessionStore } from '../../../src/state/session-store'
import type { TestHubOptions } from '../../server/support/hub'
import { type Backend, startBackend } from '../../support/backend'
import { type MapStorage, mapStorage } from '../../support/ports'

/** The API client alone, against the hub. */
export interface Client {
  readonly backend: Backend
  readonly http: Http
  readonly storage: MapStorage
  readonly session: SessionStore
  readonly extensions: ReadonlySet<ExtensionName>[]
  readonly outcomes: (Failure | null)[]
  signedOut: number
  signIn(email?: string): Promise<void>
  close(): Promise<void>
}

export interface ClientOptions extends TestHubOptions {
  readonly backend?: Backend
  readonly storage?: MapStorage
  readonly newestFor?: HttpPorts['newestFor']
}

export async function startClient(options: ClientOptions = {}): Promise<Client> {
  const backend = options.backend ?? (await startBackend(options))
  const storage = options.storage ?? mapStorage()
  const session = new SessionStore(storage)
  const extensions: ReadonlySet<ExtensionName>[] = []
  const outcomes: (Failure | null)[] = []
  const http = new Http({
    baseUrl: API_PREFIX,
    fetch: backend.fetch,
    tokens: session,
    newestFor: options.newestFor ?? (async ({ refreshToken }) => refreshToken),
    onSignedOut: () => {
      client.signedOut++
    },
    onExtensions: (names) => void extensions.push(names),
    namesExtensions: () => extensions.length > 0,
    onNoExtensions: () => undefined,
    onOutcome: (failure) => void outcomes.push(failure),
  })
  const client: Client = {
    backend,
    http,
    storage,
    session,
    extensions,
    outcomes,
    signedOut: 0,
    async signIn(email) {
      const { token, refreshToken, workspaceId } = await backend.hub.signIn(email)
      session.signIn(token, refreshToken, workspaceId)
    },
    close: async () => {
      if (options.backend === undefined) await backend.close()
    },
  }
  return client
}

/** The failure of a call that must not succeed. */
export async function failureOf(result: Promise<{ readonly ok: boolean; readonly failure?: Failure }>) {
  const { failure } = await result
  if (failure === undefined) throw new Error('The call succeeded.')
  return failure
}
