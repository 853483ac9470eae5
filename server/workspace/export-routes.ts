import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { workspaceCalls } from '../../src/contract/workspace'
import type { Handler, Route } from '../http/contract'
import { originOf } from '../http/origin'
import { notFound } from '../lib/errors'
import { exportWorkspace, requireExportPlace } from './export'
import { EXPORT_PREFIX } from './export-access'
import type { WorkspaceServices } from './services'

/** The zip of a workspace (extension `workspace-export`): a call gives the link, a plain download takes it. */
export function workspaceExportRoutes(
  fastify: FastifyInstance,
  services: WorkspaceServices,
  route: Route<WorkspaceServices>,
): void {
  route(workspaceCalls.export, exportLink)
  fastify.get(`${EXPORT_PREFIX}/:workspaceId`, async (request, reply) => {
    const { workspaceId } = address.parse(request.params)
    const asked = query.safeParse(request.query)
    const isValid = asked.success && services.exportLinks.isValid(workspaceId, asked.data.expires, asked.data.signature)
    if (!isValid) throw notFound('export, or the link has expired')
    const day = new Date(services.clock.now()).toISOString().slice(0, 10)
    reply.headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="nightjar-${day}.zip"`,
      'cache-control': 'no-store',
    })
    // Whoever asks only for the head gets no bytes, and shall not have them made.
    if (request.method === 'HEAD') return reply.send()
    return reply.send(await exportWorkspace(services, workspaceId))
  })
}

const address = z.object({ workspaceId: z.string() })
const query = z.object({ expires: z.string(), signature: z.string() })

const exportLink: Handler<typeof workspaceCalls.export, WorkspaceServices> = async (
  services,
  { member, params, request },
) => {
  if (params.workspaceId !== member.workspaceId) throw notFound('workspace')
  await requireExportPlace(services, member.workspaceId)
  return { url: originOf(services, request) + services.exportLinks.sign(member.workspaceId) }
}
