import { randomUUID } from 'node:crypto'
import type { S3mini } from 's3mini'
import type { StoreUses } from '../blobs'
import { refusalIfFull, removeObject } from './missing'
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

  async note(instance: string): Promise<boolean> {
    const put = () => this.#s3.putObject(this.#keyOf(instance), '')
    return this.#asked.of(async () => (await refusalIfFull(put())) === null)
  }

  async hasOther(instance: string, withinMs: number): Promise<boolean> {
    // What the time is there, beside the others: as one of them it would keep these from starting.
    const now = `now-${randomUUID()}`
    const isOthers = ({ Key }: { readonly Key: string }) => !Key.startsWith(`${PLACE}${instance}/`)
    return this.#asked.of(async () => {
      const refusal = await refusalIfFull(this.#s3.putObject(now, ''))
      if (refusal !== null) {
        if ((await this.#list(PLACE)).some(isOthers)) throw refusal
        return false
      }
      try {
        const sinceMs = ((await this.#list(now))[0]?.LastModified.getTime() ?? 0) - withinMs
        const uses = await this.#list(PLACE)
        const heard = uses.filter(({ LastModified }) => LastModified.getTime() > sinceMs)
        // Of processes that ended without a word.
        for (const use of uses) if (!heard.includes(use)) await removeObject(this.#s3, use.Key)
        return heard.some(isOthers)
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
