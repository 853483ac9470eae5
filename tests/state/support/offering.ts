import { EXTENSIONS_HEADER, type ExtensionName, formatExtensions } from '../../../src/contract/extensions'
import type { Scenario } from '../../support/scenarios'

/** A provider that offers these extensions and no others, whatever stands behind it. */
export function offering(...names: ExtensionName[]): Scenario {
  return async (request, next) => {
    const answer = await next(request)
    const headers = new Headers(answer.headers)
    headers.set(EXTENSIONS_HEADER, formatExtensions(names))
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
  }
}
