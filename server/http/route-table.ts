import type { FastifyInstance } from 'fastify'

/** A route that the hub really has. */
export interface RouteKey {
  readonly method: string
  /** Pattern, such as `/v1/cameras/:cameraId`. */
  readonly url: string
}

/** Writes down every route as it is registered; call it before the first. The HEAD beside each GET is left out. */
export function collectRoutes(fastify: FastifyInstance): readonly RouteKey[] {
  const routes: RouteKey[] = []
  fastify.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat().filter((name) => name !== 'HEAD')
    routes.push(...methods.map((name) => ({ method: name, url })))
  })
  return routes
}
