import type { FastifyBaseLogger } from 'fastify'

/**
 * Does a job's work for one workspace after another. What fails for one is logged: a workspace that is removed
 * meanwhile, or a bad row, must not keep the others waiting.
 */
export async function eachWorkspace<Row>(
  { log }: { readonly log: FastifyBaseLogger },
  rows: readonly Row[],
  workspaceIdOf: (row: Row) => string,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    await work(row).catch((problem: unknown) =>
      log.error({ workspaceId: workspaceIdOf(row), problem: String(problem) }, 'a job left out a workspace'),
    )
  }
}
