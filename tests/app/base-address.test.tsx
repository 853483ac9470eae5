import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserPage } from '../../src/app/services'
import { calls } from '../../src/contract/calls'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Where the app of such a build asks for a code; nothing leaves the test. */
async function askedAt(base: string | undefined): Promise<string | undefined> {
  if (base !== undefined) vi.stubEnv('VITE_API_BASE', base)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(input instanceof Request ? input.url : String(input))
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  const nothing = () => undefined
  const { http } = browserPage({ onSignedOut: nothing, onExtensions: nothing, onOutcome: nothing })
  await http.send(calls.auth.requestOtp, { body: { email: 'ann@example.org' } })
  return asked[0]
}

describe('the app calls', () => {
  it('the provider that it was built for (ENV-12, X-83)', async () => {
    expect(await askedAt('https://api.example.org')).toBe('https://api.example.org/v1/auth/request-otp')
  })

  it('else the one that it was loaded from', async () => {
    expect(await askedAt(undefined)).toBe('/v1/auth/request-otp')
  })
})
