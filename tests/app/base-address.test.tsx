import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserPage } from '../../src/app/services'
import { calls } from '../../src/contract/calls'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Where the app of such a build asks for a code, opens its line, and sends programs; nothing leaves the test. */
async function addressesOf(build: { readonly VITE_API_BASE?: string; readonly VITE_API_VERSION?: string }) {
  for (const [name, value] of Object.entries(build)) vi.stubEnv(name, value)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(input instanceof Request ? input.url : String(input))
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  const opened: string[] = []
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor(url: URL) {
        opened.push(url.href)
      }
    },
  )
  const nothing = () => undefined
  const heard = { onSignedOut: nothing, onExtensions: nothing, onNoExtensions: nothing, onOutcome: nothing }
  const page = browserPage({ ...heard, namesExtensions: () => false })
  await page.http.send(calls.auth.requestOtp, { body: { email: 'ann@example.org' } })
  page.openSocket('/live', 'any')
  return [...asked, ...opened, page.apiUrl]
}

describe('the app calls', () => {
  it('the provider that it was built for (ENV-12, X-83)', async () => {
    expect(await addressesOf({ VITE_API_BASE: 'https://api.example.org' })).toEqual([
      'https://api.example.org/v1/auth/request-otp',
      'wss://api.example.org/v1/live',
      'https://api.example.org/v1',
    ])
  })

  it('that one in the version that it was built for (API-01, ENV-12)', async () => {
    expect(await addressesOf({ VITE_API_BASE: 'https://api.example.org', VITE_API_VERSION: 'v2' })).toEqual([
      'https://api.example.org/v2/auth/request-otp',
      'wss://api.example.org/v2/live',
      'https://api.example.org/v2',
    ])
  })

  it.each([{}, { VITE_API_BASE: '', VITE_API_VERSION: '' }])(
    'else the one that it was loaded from, in v1: %j (API-01)',
    async (build) => {
      expect(await addressesOf(build)).toEqual([
        '/v1/auth/request-otp',
        `${location.origin.replace('http', 'ws')}/v1/live`,
        `${location.origin}/v1`,
      ])
    },
  )
})
