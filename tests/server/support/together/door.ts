import { connect, createServer, type Server, type Socket } from 'node:net'

export interface Door {
  readonly port: number
  /** Cuts what goes through and refuses what comes. */
  shut(): void
  open(): void
  close(): Promise<void>
}

/** A way to a port of 127.0.0.1 that can be shut. Whoever opens it calls `close`. */
export async function openDoor(toPort: number): Promise<Door> {
  const sockets = new Set<Socket>()
  let isOpen = true
  const server: Server = createServer((incoming) => {
    if (!isOpen) {
      incoming.destroy()
      return
    }
    const outgoing = connect(toPort, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    shut: () => {
      isOpen = false
      cut()
    },
    open: () => {
      isOpen = true
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
