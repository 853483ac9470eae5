import { existsSync, readFileSync } from 'node:fs'

/** Of Linux, by the version of the protocol. */
const files = ['/proc/net/tcp', '/proc/net/tcp6']

/** What a program that listens at a port has written to its connections, and the system could not hand over. */
export function unsentBytes(port: number): number {
  return files.reduce((sum, file) => sum + (existsSync(file) ? unsentIn(readFileSync(file, 'utf8'), port) : 0), 0)
}

/** Exported for its test. Of a file as Linux writes it. */
export function unsentIn(text: string, port: number): number {
  const ends = text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
  const ofPort = ends.filter(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16) === port)
  return ofPort.reduce((sum, [, , , , queues = '']) => sum + Number.parseInt(queues.split(':')[0] ?? '', 16), 0)
}
