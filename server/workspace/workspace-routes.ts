import { workspaceCalls } from '../../src/contract/workspace'
import { findBilling } from '../billing/billing-rows'
import type { Handler, Route } from '../http/contract'
import { notFound } from '../lib/errors'
import { findWorkspaceOf } from '../members/people-rows'
import { notificationUsageOf } from '../notifications/notification-usage'
import { formerPlanOf } from './former-plan'
import { readPlanUsage, shownUsage } from './plan-usage'
import { recordedMonthOf } from './recorded-month'
import { removeWorkspace } from './removal'
import type { WorkspaceServices } from './services'
import { presentWorkspace } from './workspace-presenter'

export function workspaceRoutes(route: Route<WorkspaceServices>): void {
  route(workspaceCalls.usage, workspaceUsage)
  route(workspaceCalls.one, oneWorkspace)
  route(workspaceCalls.remove, remove)
}

const workspaceUsage: Handler<typeof workspaceCalls.usage, WorkspaceServices> = async (services, { member }) => {
  const usage = await readPlanUsage(services.db, member.workspaceId, services.clock.now())
  const notifications = await notificationUsageOf(services, member)
  return { ...shownUsage(member.tier, usage), notifications, recordedMs: usage.storedMs }
}

const oneWorkspace: Handler<typeof workspaceCalls.one, WorkspaceServices> = async (
  { db, clock },
  { member, params },
) => {
  // A token is for one workspace, whatever others its maker is in.
  if (member.sessionId === null && params.workspaceId !== member.workspaceId) throw notFound('workspace')
  const workspace = await findWorkspaceOf(db, member.userId, params.workspaceId)
  if (workspace === undefined) throw notFound('workspace')
  const billing = await findBilling(db, workspace.id)
  const formerPlan = await formerPlanOf({ db, clock }, workspace, billing)
  const recordedMonth = await recordedMonthOf({ db, clock }, workspace)
  return {
    ...presentWorkspace(workspace, billing, clock.now()),
    ...(formerPlan !== undefined && { formerPlan }),
    ...(recordedMonth !== undefined && { recordedMonth }),
  }
}

const remove: Handler<typeof workspaceCalls.remove, WorkspaceServices> = async (services, { member, params, body }) => {
  if (params.workspaceId !== member.workspaceId) throw notFound('workspace')
  await removeWorkspace(services, member, body.email)
  return {}
}
