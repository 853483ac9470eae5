import { fork } from 'node:child_process'
import { Complaint } from '../complaint'
import { type Kind, type LoadOrder, type LoadResult, runFlatOut, runLoad } from './load'

/** Tells the child that it is one. */
const MARK = 'NIGHTJAR_BENCH_LOAD'

export const isLoadProcess = process.env[MARK] === '1'

/** `flat-out`: as many snapshots as the hub takes, so many at once. */
export type Order = { readonly kind: 'paced' } | { readonly kind: 'flat-out'; readonly atOnce: number }

interface Sent {
  readonly order: Order
  readonly load: LoadOrder
}

/** Runs the load in a process of its own, so that it does not wait for what this one does. */
export function runLoadProcess(load: LoadOrder): Promise<Record<Kind, LoadResult>> {
  return inProcess({ order: { kind: 'paced' }, load })
}

/** Snapshots a second. */
export function runFlatOutProcess(load: LoadOrder, atOnce: number): Promise<number> {
  return inProcess({ order: { kind: 'flat-out', atOnce }, load })
}

/** Both ends are of this file: what comes back is what was asked for. */
function inProcess<T>(sent: Sent): Promise<T> {
  const child = fork(process.argv[1] ?? '', { env: { ...process.env, [MARK]: '1' }, execArgv: [] })
  return new Promise((resolve, reject) => {
    child.once('message', (result: T) => resolve(result))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Complaint(`The load generator ended early (${code}).`)))
    child.send(sent)
  })
}

/** The child's side: one order, one answer. */
export async function serveLoad(): Promise<void> {
  const { order, load } = await new Promise<Sent>((resolve) => process.once('message', (sent: Sent) => resolve(sent)))
  const result = order.kind === 'paced' ? await runLoad(load) : await runFlatOut(load, order.atOnce)
  await new Promise((resolve) => process.send?.(result, resolve))
  process.disconnect()
}
