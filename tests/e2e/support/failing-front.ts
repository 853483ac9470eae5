import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HubProcess } from '../../../scripts/demo/hub-process.mjs'

/** How a hub fails: with this answer to everything, or with none at all. */
export type HubFailure = { readonly status: number; readonly type: string; readonly body: string } | 'unreachable'

/** A hub as browsers see it, behind an address of its own. */
export interface FailingFront extends Pick<HubProcess, 'url' | 'nextCode'> {
  /** Of all calls of the API from now on; the app's files still come. null: all goes to the hub. */
  fail(failure: HubFailure | null): void
  close(): Promise<void>
}

/**
 * Stands before a hub and fails in its place. Playwright's own way to answer for a server goes through this process for
 * each file and switches the browser's cache off: loading a screen takes twice as long.
 */
export async function frontOf(hub: HubProcess): Promise<FailingFront> {
  let failing: HubFailure | null = null
  const server = createServer((asked, answer) => {
    if (failing === null || !asked.url?.startsWith('/v1/')) passOn(hub.url, asked, answer)
    else if (failing === 'unreachable') asked.socket.destroy()
    else answer.writeHead(failing.status, { 'content-type': failing.type }).end(failing.body)
  })
  server.on('upgrade', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Just bound to an address, it has one.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    nextCode: (email) => hub.nextCode(email),
    fail: (failure) => {
      failing = failure
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function passOn(hubUrl: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url = '/' } = asked
  const onward = request(new URL(url, hubUrl), { method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}
