import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Clip, deliver, makeClip } from '../hub/clip'
import type { DiskOrder, DiskOrders } from '../hub/disk-orders'
import { exchange } from '../hub/exchange'
import type { Installation } from '../hub/installation'

/** Some pieces of 64 kB, each a step of its own; the same for all clips of a sweep, so that it leaves out no step. */
const LEAST_BYTES = 100_000
const SPAN_BYTES = 200_000
const MOST_STEPS = 60
const HONEST_STATUSES = [413, 503, 507]

export interface Sweep {
  readonly steps: number
  readonly problems: readonly string[]
}

/** Sends one clip after the other, each with the next step of its way to the disk failing, until none is left. */
export async function sweepSteps(
  installation: Installation,
  orders: DiskOrders,
  kind: Pick<DiskOrder, 'code' | 'isAcross'>,
  random: () => number,
): Promise<Sweep> {
  const problems: string[] = []
  const sizeBytes = Math.round(LEAST_BYTES + random() * SPAN_BYTES)
  for (let nth = 1; nth <= MOST_STEPS; nth++) {
    const order = { ...kind, nth, id: randomUUID() }
    const clip = { ...makeClip({ leastBytes: sizeBytes, mostBytes: sizeBytes }, random), hasThumbnail: true }
    const files = filesOf(installation)
    orders.give(order)
    const delivery = await deliver(installation.account, clip)
    orders.withdraw()
    if (delivery.kind === 'acknowledged') installation.ledger.note(clip, delivery.videoId)
    const step = orders.stepOf(order)
    if (step === null) return { steps: nth - 1, problems }
    const found = delivery.kind === 'acknowledged' ? [] : await afterFailure(installation, clip, delivery, files)
    const place = `${kind.code} at step ${nth} (${step}${kind.isAcross ? ', to another disk' : ''})`
    problems.push(...found.map((problem) => `${place}: ${problem}`))
  }
  return { steps: MOST_STEPS, problems: [...problems, `more than ${MOST_STEPS} steps`] }
}

/** The hub says what is wrong, goes on, left nothing, and takes the same clip as soon as the disk is well. */
async function afterFailure(
  installation: Installation,
  clip: Clip,
  delivery: Exclude<Awaited<ReturnType<typeof deliver>>, { kind: 'acknowledged' }>,
  before: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  if (delivery.kind === 'broken') problems.push('no answer')
  else if (!HONEST_STATUSES.includes(delivery.status)) problems.push(`answered ${delivery.status} ${delivery.said}`)
  const health = await exchange(`${installation.hub.url}/healthz`, { method: 'GET' }).catch(() => null)
  if (health?.status !== 200) problems.push('the hub is not well')
  const left = filesOf(installation).filter((file) => !before.includes(file))
  if (left.length > 0) problems.push(`left ${left.join(', ')}`)
  const again = await deliver(installation.account, clip)
  if (again.kind === 'acknowledged') installation.ledger.note(clip, again.videoId)
  else problems.push('the clip was not taken when the disk was well again')
  return problems
}

function filesOf({ hub }: Installation): string[] {
  return ['blobs', 'incoming'].flatMap((folder) =>
    readdirSync(join(hub.dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(folder, entry.name)),
  )
}
