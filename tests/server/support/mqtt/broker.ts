import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { freePort } from '../../../support/free-port'

const BROKER = '/usr/sbin/mosquitto'
const PASSWORDS = '/usr/bin/mosquitto_passwd'
const START_LIMIT_MS = 10_000

/** Whether Debian's broker is on this machine. */
export const hasMosquitto = existsSync(BROKER) && existsSync(PASSWORDS)

export const brokerUser = { username: 'nightjar', password: 'p@ss/word' } as const

/** Mosquitto on a port of this machine alone, which keeps nothing over its end. Whoever starts it calls `close`. */
export class MqttBroker {
  readonly port: number
  readonly #folder: string
  #child: ChildProcess | null = null

  private constructor(port: number, folder: string) {
    this.port = port
    this.#folder = folder
  }

  static async start(): Promise<MqttBroker> {
    const folder = await mkdtemp(join(tmpdir(), 'nightjar-mqtt-'))
    const passwords = join(folder, 'passwords')
    const { username, password } = brokerUser
    execFileSync(PASSWORDS, ['-b', '-c', passwords, username, password], { stdio: 'ignore' })
    const port = await freePort()
    // As root it would become another user, who may not read this folder.
    const lines = [`listener ${port} 127.0.0.1`, `password_file ${passwords}`, 'allow_anonymous false', 'user root']
    await writeFile(join(folder, 'mosquitto.conf'), `${lines.join('\n')}\npersistence false\n`)
    const broker = new MqttBroker(port, folder)
    await broker.up()
    return broker
  }

  urlAt(port: number): string {
    const { username, password } = brokerUser
    return `mqtt://${username}:${encodeURIComponent(password)}@127.0.0.1:${port}`
  }

  get url(): string {
    return this.urlAt(this.port)
  }

  async up(): Promise<void> {
    const config = join(this.#folder, 'mosquitto.conf')
    this.#child = spawn(BROKER, ['-c', config], { stdio: 'ignore' })
    const endMs = performance.now() + START_LIMIT_MS
    while (!(await answers(this.port))) {
      if (performance.now() > endMs) throw new Error('mosquitto did not start')
      await wait(10)
    }
  }

  /** All that it held is forgotten. */
  async down(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await ended
  }

  async close(): Promise<void> {
    await this.down()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Somebody else at the broker, who hears everything. Whoever opens it calls `close`. */
export class Listener {
  /** What a subscriber who comes now would be told, as far as it was told since the start. */
  readonly held = new Map<string, Buffer>()
  /** In their order, also what is not retained. */
  readonly heard: { readonly topic: string; readonly text: string; readonly atMs: number }[] = []
  readonly #client: MqttClient

  private constructor(client: MqttClient) {
    this.#client = client
    client.on('message', (topic, body) => {
      this.heard.push({ topic, text: body.toString(), atMs: performance.now() })
      if (topic.endsWith('/event') || topic.endsWith('/set')) return
      if (body.length === 0) this.held.delete(topic)
      else this.held.set(topic, body)
    })
  }

  static async open(port: number): Promise<Listener> {
    const client = await connectAsync({ ...brokerUser, host: '127.0.0.1', port, protocol: 'mqtt', reconnectPeriod: 50 })
    client.on('error', () => undefined)
    const listener = new Listener(client)
    await client.subscribeAsync(['nightjar/#', 'homeassistant/#'], { qos: 1 })
    return listener
  }

  text(topic: string): string | undefined {
    return this.held.get(topic)?.toString()
  }

  async say(topic: string, text: string, { retain = false } = {}): Promise<void> {
    await this.#client.publishAsync(topic, text, { qos: 1, retain })
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true)
  }
}

/** A line to the broker that breaks, or carries nothing any more, when a test wants it. Whoever opens it calls `close`. */
export class BreakableLine {
  readonly port: number
  readonly #server
  readonly #sockets = new Set<Socket>()
  #isCut = false
  /** What was said into the silence; null: the line speaks. */
  #unheard: string | null = null

  private constructor(server: ReturnType<typeof createServer>, to: number) {
    this.#server = server
    this.port = portOf(server)
    server.on('connection', (socket) => {
      if (this.#isCut) return void socket.destroy()
      const onward = connectSocket(to, '127.0.0.1')
      for (const end of [socket, onward]) {
        this.#sockets.add(end)
        end.on('error', () => undefined)
        end.on('close', () => {
          this.#sockets.delete(end)
          socket.destroy()
          onward.destroy()
        })
      }
      socket.on('data', (bytes) => {
        if (this.#unheard === null) onward.write(bytes)
        else this.#unheard += bytes.toString('latin1')
      })
      onward.on('data', (bytes) => {
        if (this.#unheard === null) socket.write(bytes)
      })
    })
  }

  static async open(to: number): Promise<BreakableLine> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new BreakableLine(server, to)
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Both ends think that it is there. */
  hush(): void {
    this.#unheard = ''
  }

  get unheard(): string {
    return this.#unheard ?? ''
  }

  mend(): void {
    this.#isCut = false
    this.#unheard = null
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address() as AddressInfo
  return address.port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
