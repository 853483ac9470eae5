import { connect, createServer, type Server, type Socket } from 'node:net'

export interface Door {
  readonly port: number
  /** Cuts what goes through and refuses what comes. */
  shut(): void
  open(): void
  /**
   * Cuts the next connection that says so before that has gone through. Resolves then with what passes it on: until then
   * the server knows of no cut.
   */
  cutAt(words: string): Promise<() => void>
  close(): Promise<void>
}

/** A way to a port of 127.0.0.1 that can be shut. Whoever opens it calls `close`. */
export async function openDoor(toPort: number): Promise<Door> {
  const sockets = new Set<Socket>()
  let isOpen = true
  let cutting: { readonly words: string; readonly done: (passOn: () => void) => void } | null = null
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
    incoming.on('data', (bytes) => {
      const passOn = () => void outgoing.write(bytes)
      if (cutting === null || !bytes.includes(cutting.words)) return passOn()
      incoming.destroy()
      cutting.done(passOn)
      cutting = null
    })
    incoming.on('end', () => outgoing.end())
    outgoing.pipe(incoming)
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
    cutAt: (words) =>
      new Promise((done) => {
        cutting = { words, done }
      }),
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Whether somebody takes connections at a port of 127.0.0.1. Asks nothing: a connection that is taken in the moment of the end may never be answered. */
export const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
