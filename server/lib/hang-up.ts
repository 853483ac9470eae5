import type { FastifyReply } from 'fastify'

/** Calls `run` once, when the request is over: at once for a client that has gone already, as a reply tells of its end once. */
export function onHangUp({ raw }: Pick<FastifyReply, 'raw'>, run: () => void): void {
  if (raw.destroyed) run()
  else raw.once('close', run)
}
