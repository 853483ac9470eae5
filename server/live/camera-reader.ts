import type { Tier } from '../../src/contract/plans'
import type { CameraState, RoomPorts, ViewRequest } from './room-ports'

interface Known {
  /** null: the viewer may look no more. */
  readonly tier: Tier | null
  readonly state: CameraState
}

/** Reads the rows of a workspace's cameras, and tells what they say. */
export class CameraReader {
  readonly #ports: Pick<RoomPorts, 'cameraState' | 'noteUnread'>
  readonly #onState: (cameraId: string, state: CameraState) => void
  /** Offered since the last reading of such began. */
  readonly #offered = new Set<string>()
  #isReadingOffered = false

  constructor(
    ports: Pick<RoomPorts, 'cameraState' | 'noteUnread'>,
    onState: (cameraId: string, state: CameraState) => void,
  ) {
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

  /** The camera, and who asks to look through it; null: the database does not answer. */
  async readFor({ request: { cameraId }, tierNow }: ViewRequest): Promise<Known | null> {
    try {
      // Side by side: on PostgreSQL each is a journey, and nine tiles of a wall go one after the other.
      const [tier, state] = await Promise.all([tierNow(), this.#ports.cameraState(cameraId)])
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
