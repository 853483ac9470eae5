import { isIP } from 'node:net'
import { descriptionCalls } from '../../../src/contract/descriptions'
import type { Handler, Route } from '../../http/contract'
import { notFound } from '../../lib/errors'
import type { LlmConfig } from '../model/llm-config'
import type { AssistantServices } from '../services'
import { PER_HOUR } from './describer'

export function descriptionRoutes(route: Route<AssistantServices>): void {
  route(descriptionCalls.about, aboutDescriptions)
}

const aboutDescriptions: Handler<typeof descriptionCalls.about, AssistantServices> = async ({ vision }) => {
  if (vision === null) throw notFound('language model that takes pictures')
  return { ...placeOf(vision), perHour: PER_HOUR }
}

/** Where stills go, in words that somebody can judge. */
export function placeOf({ baseUrl }: Pick<LlmConfig, 'baseUrl'>): { readonly host: string; readonly isOnHub: boolean } {
  const { host, hostname } = new URL(baseUrl)
  return { host, isOnHub: isLoopback(hostname) }
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true
  return isIP(hostname) === 4 && hostname.startsWith('127.')
}
