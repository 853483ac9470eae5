import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { workspaceCalls } from '../../src/contract/workspace'
import type { Handler, Route } from '../http/contract'
import { originOf } from '../http/origin'
import { notFound } from '../lib/errors'
import { exportWorkspace, requireExportPlace } from './export'
import { EXPORT_PREFIX, type ExportRecipient, recipientNow } from './export-access'
import type { WorkspaceServices } from './services'

/** The zip of a workspace (extension `workspace-export`): a call gives the link, a plain download takes it. */
export function workspaceExportRoutes(
  fastify: FastifyInstance,
  services: WorkspaceServices,
  route: Route<WorkspaceServices>,
): void {
  route(workspaceCalls.export, exportLink)
  fastify.get(`${EXPORT_PREFIX}/:workspaceId`, async (request, reply) => {
    const recipient = await recipientOf(services, request)
    const day = new Date(services.clock.now()).toISOString().slice(0, 10)
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="nightjar-${day}.zip"`,
      'cache-control': 'no-store',
    })
    // Whoever asks only for the head gets no bytes, and shall not have them made.
    if (request.method === 'HEAD') return reply.send()
    return reply.send(await exportWorkspace(services, recipient))
  })
}

const address = z.object({ workspaceId: z.string() })
const query = z.object({
  by: z.enum(['person', 'program']),
  access: z.string(),
  expires: z.string(),
  signature: z.string(),
})

/** Looked up anew, so that the links of a removed member, a device that was signed out or a revoked token open nothing. */
async function recipientOf(services: WorkspaceServices, request: FastifyRequest): Promise<ExportRecipient> {
  const { workspaceId } = address.parse(request.params)
  const asked = query.safeParse(request.query)
  if (!asked.success) throw unknownLink()
  const { by, access: accessId, expires, signature } = asked.data
  const asker = { workspaceId, by, accessId }
  if (!services.exportLinks.isValid(asker, expires, signature)) throw unknownLink()
  const recipient = await recipientNow(services, asker)
  if (recipient === null) throw unknownLink()
  return recipient
}

const unknownLink = () => notFound('export, or the link has expired')

const exportLink: Handler<typeof workspaceCalls.export, WorkspaceServices> = async (
  services,
  { member, params, request },
) => {
  if (params.workspaceId !== member.workspaceId) throw notFound('workspace')
  await requireExportPlace(services, member.workspaceId)
  const { workspaceId, sessionId, accessId } = member
  const by = sessionId === null ? 'program' : 'person'
  return { url: originOf(services, request) + services.exportLinks.sign({ workspaceId, by, accessId }) }
}
