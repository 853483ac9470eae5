import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

/** Tells the child that it is one. */
const MARK = 'NIGHTJAR_BENCH_STORE'

export const isStoreProcess = process.env[MARK] === '1'

const environmentShape = z.record(z.string(), z.string())

export interface StoreProcess {
  /** Variables of a hub that keeps its recordings there. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** The tests' S3 server in a process of its own, so that hubs do not wait for what this one does. */
export async function startStoreProcess(): Promise<StoreProcess> {
  const child = fork(process.argv[1] ?? '', { env: { ...process.env, [MARK]: '1' }, execArgv: [] })
  const [environment] = await once(child, 'message')
  return {
    environment: environmentShape.parse(environment),
    close: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** The child's side. It ends with the process that began it, however that ends. */
export async function serveStore(): Promise<void> {
  const { startS3 } = await import('../../../tests/server/support/s3/s3')
  const store = await startS3()
  const left = once(process, 'disconnect')
  process.send?.(store.environment)
  await left
  await store.close()
}
