import { randomUUID } from 'node:crypto'
import type { S3mini } from 's3mini'
import type { StoreUses } from '../blobs'
import { removeObject } from './missing'
import type { Asked } from './uncertain-keys'

/** Below it one object for each process, by its instance, which is written again and again. */
const PLACE = 'used-by/'

/** Who uses a bucket. Its own clock says when: those of the machines differ. */
export class BucketUses implements StoreUses {
  readonly #s3: S3mini
  readonly #asked: Asked
  readonly #process = randomUUID()

  constructor(s3: S3mini, asked: Asked) {
    this.#s3 = s3
    this.#asked = asked
  }

  async note(instance: string): Promise<void> {
    await this.#asked.of(() => this.#s3.putObject(this.#keyOf(instance), ''))
  }

  async hasOther(instance: string, withinMs: number): Promise<boolean> {
    // What the time is there, beside the others: as one of them it would keep these from starting.
    const now = `now-${randomUUID()}`
    return this.#asked.of(async () => {
      await this.#s3.putObject(now, '')
      try {
        const sinceMs = ((await this.#list(now))[0]?.LastModified.getTime() ?? 0) - withinMs
        const uses = await this.#list(PLACE)
        const heard = uses.filter(({ LastModified }) => LastModified.getTime() > sinceMs)
        // Of processes that ended without a word.
        for (const use of uses) if (!heard.includes(use)) await removeObject(this.#s3, use.Key)
        return heard.some(({ Key }) => !Key.startsWith(`${PLACE}${instance}/`))
      } finally {
        await removeObject(this.#s3, now)
      }
    })
  }

  async end(instance: string): Promise<void> {
    await this.#asked.of(() => removeObject(this.#s3, this.#keyOf(instance)))
  }

  #keyOf(instance: string): string {
    return `${PLACE}${instance}/${this.#process}`
  }

  async #list(place: string) {
    return (await this.#s3.listObjectsPaged('/', place))?.objects ?? []
  }
}
