import { EXTENSIONS_HEADER } from '../../src/contract/extensions'
import { deferred } from './deferred'

/** Stands between the app's `fetch` and the hub. */
export type Scenario = (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>

/** No network: `fetch` rejects as browsers do. */
export const offline: Scenario = async () => {
  throw new TypeError('Failed to fetch')
}

/** Any status, without asking the hub. */
export function answers(status: number, body?: object | string, statusText = ''): Scenario {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {})
  return async () => new Response(text, { status, statusText })
}

export const answers500 = answers(500, { code: 'internal', message: 'Something broke.' }, 'Internal Server Error')

/** A proxy's page where JSON was expected. */
export const malformedJson = answers(200, '<html>It works!</html>')

/** The first `times` requests are answered 401 without asking the hub, as with an access token that ran out. */
export function answers401(times = 1): Scenario {
  let left = times
  return async (request, next) => {
    if (left === 0) return next(request)
    left--
    return new Response('{}', { status: 401, statusText: 'Unauthorized' })
  }
}

/** A provider of the bare contract: the hub without the header that names its extensions. */
export const withoutExtensions: Scenario = async (request, next) => {
  const answer = await next(request)
  const headers = new Headers(answer.headers)
  headers.delete(EXTENSIONS_HEADER)
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

/** A scenario for some calls only, as 'GET /cameras'; the others reach the hub. */
export function only(call: string, scenario: Scenario): Scenario {
  const [method, path] = call.split(' ')
  return async (request, next) => {
    const isMeant = request.method === method && new URL(request.url).pathname === `/v1${path}`
    return isMeant ? scenario(request, next) : next(request)
  }
}

/** A slow line: requests reach the hub at once, their answers the app when the test lets them. */
export interface Slow {
  readonly scenario: Scenario
  /** Resolves when so many requests have come. */
  arrived(count?: number): Promise<void>
  letGo(): void
}

export function slow(): Slow {
  let arrivals = 0
  let check: () => void = () => undefined
  const gate = deferred<void>()
  return {
    scenario: async (request, next) => {
      const answer = await next(request)
      arrivals++
      check()
      await gate.promise
      return answer
    },
    arrived: (count = 1) =>
      new Promise<void>((resolve) => {
        check = () => {
          if (arrivals >= count) resolve()
        }
        check()
      }),
    letGo: () => gate.resolve(),
  }
}
