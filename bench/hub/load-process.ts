import { fork } from 'node:child_process'
import { Complaint } from '../complaint'
import { type Kind, type LoadOrder, type LoadResult, runLoad } from './load'

/** Tells the child that it is one. */
const MARK = 'NIGHTJAR_BENCH_LOAD'

export const isLoadProcess = process.env[MARK] === '1'

/** Runs the load in a process of its own, so that it does not wait for what this one does. */
export function runLoadProcess(order: LoadOrder): Promise<Record<Kind, LoadResult>> {
  const child = fork(process.argv[1] ?? '', { env: { ...process.env, [MARK]: '1' }, execArgv: [] })
  return new Promise((resolve, reject) => {
    child.once('message', (results: Record<Kind, LoadResult>) => resolve(results))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Complaint(`The load generator ended early (${code}).`)))
    child.send(order)
  })
}

/** The child's side: one order, one answer. */
export async function serveLoad(): Promise<void> {
  const order = await new Promise<LoadOrder>((resolve) => process.once('message', (sent: LoadOrder) => resolve(sent)))
  const results = await runLoad(order)
  await new Promise((resolve) => process.send?.(results, resolve))
  process.disconnect()
}
