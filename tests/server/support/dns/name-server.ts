import { createSocket } from 'node:dgram'
import { type AddressInfo, isIPv4 } from 'node:net'

/** A name server of this machine. */
export interface NameServer {
  /** As resolvers take it. */
  readonly address: string
  /** Each question as it came, such as `door.test A`. */
  readonly asked: string[]
  /** Resolves with the next question. */
  nextQuestion(): Promise<void>
  close(): Promise<void>
}

const HEAD_BYTES = 12
const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' }

/** Knows IPv4 addresses of names, and says of all others that there are none; `names` null: says nothing at all. */
export async function startNameServer(names: Readonly<Record<string, readonly string[]>> | null): Promise<NameServer> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (question, { port, address }) => {
    const { name, type, endBytes } = readQuestion(question)
    asked.push(`${name} ${type}`)
    for (const told of waiting.splice(0)) told()
    if (names === null) return
    const found = type === 'A' ? (names[name] ?? []).filter(isIPv4) : []
    socket.send(answerTo(question.subarray(0, endBytes), found), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = socket.address()
  return {
    address: `127.0.0.1:${port}`,
    asked,
    nextQuestion: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(question: Buffer) {
  const labels: string[] = []
  let at = HEAD_BYTES
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = TYPES[question.readUInt16BE(at + 1)] ?? 'other'
  return { name: labels.join('.'), type, endBytes: at + 5 }
}

/** The question once more, and an answer for each address that points to its name. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question.subarray(0, HEAD_BYTES))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.fill(0, 8)
  const answers = addresses.map((address) =>
    Buffer.from([0xc0, HEAD_BYTES, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, question.subarray(HEAD_BYTES), ...answers])
}
