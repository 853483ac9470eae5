import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** Shared memory needs an isolated page, as the hub makes it (ENG-01); what scripts and workers may be is the hub's, too. */
const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'content-security-policy': "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'",
}

/** Serves a folder on this machine only, and beside it files from elsewhere, each under a name. */
export class PageServer {
  readonly url: string
  readonly #server: Server

  private constructor(server: Server, port: number) {
    this.#server = server
    this.url = `http://127.0.0.1:${port}/`
  }

  static async start(folder: string, others: ReadonlyMap<string, string> = new Map()): Promise<PageServer> {
    const server = createServer((request, response) => {
      const name = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
      const other = others.get(name.slice(1))
      if (other !== undefined) return void createReadStream(other).pipe(response.writeHead(200, headers))
      const file = join(folder, name === sep ? 'index.html' : name)
      readFile(file).then(
        (content) => {
          response
            .writeHead(200, { ...headers, 'content-type': contentTypes[extname(file)] ?? 'text/plain' })
            .end(content)
        },
        () => response.writeHead(404).end(),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // Listening on a port: the address is of this kind.
    return new PageServer(server, (server.address() as AddressInfo).port)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
