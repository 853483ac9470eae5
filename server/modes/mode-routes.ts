import { modeCalls } from '../../src/contract/modes/modes'
import type { Ground } from '../db/ground'
import type { Handler, Route } from '../http/contract'
import { presentModes, presentSpans } from './mode-presenter'
import { changeModes, readHistory, readModes } from './modes'

type ModeRouteServices = Pick<Ground, 'db' | 'clock'>

export function modeRoutes(route: Route<ModeRouteServices>): void {
  route(modeCalls.read, read)
  route(modeCalls.change, change)
  route(modeCalls.history, history)
}

const read: Handler<typeof modeCalls.read, ModeRouteServices> = async (services, { member }) =>
  presentModes(await readModes(services, member.workspaceId), services.clock.now())

const change: Handler<typeof modeCalls.change, ModeRouteServices> = async (services, { member, body }) =>
  presentModes(
    await changeModes(services, { ...member, isProgram: member.sessionId === null }, body),
    services.clock.now(),
  )

const history: Handler<typeof modeCalls.history, ModeRouteServices> = async (services, { member, query }) => {
  const period = { fromMs: Date.parse(query.dateStart), untilMs: Date.parse(query.dateEnd) }
  const { spans, cameras } = await readHistory(services, member.workspaceId, period)
  return { spans: await presentSpans(spans, cameras) }
}
