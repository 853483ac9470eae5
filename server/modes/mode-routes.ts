import { modeCalls } from '../../src/contract/modes/modes'
import type { Ground } from '../db/ground'
import type { Member } from '../http/auth'
import type { Handler, Route } from '../http/contract'
import { presentModes, presentSpans } from './mode-presenter'
import { changeModes, readHistory, readModes, type WorkspaceModes } from './modes'

type ModeRouteServices = Pick<Ground, 'db' | 'clock'>

export function modeRoutes(route: Route<ModeRouteServices>): void {
  route(modeCalls.read, read)
  route(modeCalls.change, change)
  route(modeCalls.history, history)
}

const read: Handler<typeof modeCalls.read, ModeRouteServices> = async (services, { member }) => {
  const modes = await readModes(services, member.workspaceId)
  return presentModes(isProgram(member) ? chosenByNobody(modes) : modes, services.clock.now())
}

const change: Handler<typeof modeCalls.change, ModeRouteServices> = async (services, { member, body }) => {
  const modes = await changeModes(services, { ...member, isProgram: isProgram(member) }, body)
  return presentModes(isProgram(member) ? chosenByNobody(modes) : modes, services.clock.now())
}

const history: Handler<typeof modeCalls.history, ModeRouteServices> = async (services, { member, query }) => {
  const period = { fromMs: Date.parse(query.dateStart), untilMs: Date.parse(query.dateEnd) }
  const { spans, cameras } = await readHistory(services, member.workspaceId, period)
  const shown = isProgram(member) ? spans.map((span) => ({ ...span, by: '' })) : spans
  return { spans: await presentSpans(shown, cameras) }
}

function isProgram({ sessionId }: Pick<Member, 'sessionId'>): boolean {
  return sessionId === null
}

/** Programs are told of no people (TOKEN-05). */
function chosenByNobody({ settings, cameraIds }: WorkspaceModes): WorkspaceModes {
  return { settings: { ...settings, choice: settings.choice && { ...settings.choice, by: '' } }, cameraIds }
}
