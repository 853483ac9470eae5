import type { S3mini } from 's3mini'
import type { StoreUses } from '../blobs'
import { removeObject } from './missing'
import type { Asked } from './uncertain-keys'

/** One object for each instance, written again and again. */
const PLACE = 'used-by/'

/** Who uses a bucket. Its own clock says when: those of the machines differ. */
export class BucketUses implements StoreUses {
  readonly #s3: S3mini
  readonly #asked: Asked

  constructor(s3: S3mini, asked: Asked) {
    this.#s3 = s3
    this.#asked = asked
  }

  async note(instance: string): Promise<void> {
    await this.#asked.of(() => this.#s3.putObject(PLACE + instance, ''))
  }

  async hasOther(instance: string, withinMs: number): Promise<boolean> {
    const page = await this.#asked.of(() => this.#s3.listObjectsPaged('/', PLACE))
    const uses = page?.objects ?? []
    const own = uses.find(({ Key }) => Key === PLACE + instance)
    if (own === undefined) return false
    const sinceMs = own.LastModified.getTime() - withinMs
    return uses.some((use) => use !== own && use.LastModified.getTime() > sinceMs)
  }

  async end(instance: string): Promise<void> {
    await this.#asked.of(() => removeObject(this.#s3, PLACE + instance))
  }
}
