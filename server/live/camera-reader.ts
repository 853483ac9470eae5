import type { Tier } from '../../src/contract/plans'
import { databaseAway } from '../db/failures'
import type { CameraState, RoomPorts, ViewRequest } from './room-ports'

interface Known {
  /** null: the viewer may look no more. */
  readonly tier: Tier | null
  readonly state: CameraState
}

type Ports = Pick<RoomPorts, 'cameraState' | 'lookLimitMs' | 'noteUnread'>

/** Reads the rows of a workspace's cameras, and tells what they say. */
export class CameraReader {
  readonly #ports: Ports
  readonly #onState: (cameraId: string, state: CameraState) => void
  /** Offered since the last reading of such began. */
  readonly #offered = new Set<string>()
  #isReadingOffered = false

  constructor(ports: Ports, onState: (cameraId: string, state: CameraState) => void) {
    this.#ports = ports
    this.#onState = onState
  }

  /** Rejects where the database does not answer for one of them. */
  async read(cameraIds: Iterable<string>): Promise<void> {
    // Each as it comes: of two readings the later one counts.
    const reading = [...cameraIds].map(async (cameraId) =>
      this.#onState(cameraId, await this.#ports.cameraState(cameraId)),
    )
    await Promise.all(reading)
  }

  /** Whoever offers them waits for no reading; it is one after the other, however often they do. */
  readOffered(cameraIds: readonly string[]): void {
    for (const cameraId of cameraIds) this.#offered.add(cameraId)
    if (!this.#isReadingOffered) void this.#readAllOffered()
  }

  /** The camera, and who asks to look through it; null: the database does not answer, or not in time. */
  async readFor({ request: { cameraId }, tierNow }: ViewRequest): Promise<Known | null> {
    try {
      // Side by side: on PostgreSQL each is a journey.
      const reading = Promise.all([tierNow(), this.#ports.cameraState(cameraId)])
      const [tier, state] = await inTime(reading, this.#ports.lookLimitMs)
      this.#onState(cameraId, state)
      return { tier, state }
    } catch (problem) {
      this.#ports.noteUnread(problem)
      return null
    }
  }

  /** Never rejects. */
  async #readAllOffered(): Promise<void> {
    this.#isReadingOffered = true
    while (this.#offered.size > 0) {
      const cameraIds = [...this.#offered]
      this.#offered.clear()
      // The next check of those who look reads them again.
      await this.read(cameraIds).catch((problem: unknown) => this.#ports.noteUnread(problem))
    }
    this.#isReadingOffered = false
  }
}

/** Rejects where the answer takes longer. */
function inTime<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(databaseAway()), limitMs)
    answer.then(resolve, reject).finally(() => clearTimeout(limit))
  })
}
