import { type S3mini, S3ServiceError } from 's3mini'

/** null: there is no such object. */
export async function nullIfMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (problem) {
    const cause = problem instanceof Error && problem.cause !== undefined ? problem.cause : problem
    if (cause instanceof S3ServiceError && saysMissing(cause)) return null
    throw problem
  }
}

/** What is gone already is removed: Google's store, and others, answer 404 to that, also where the first answer was lost. */
export async function removeObject(s3: S3mini, key: string): Promise<void> {
  await nullIfMissing(s3.deleteObject(key))
}

/** A store whose own disk is absent knows no bucket: nobody knows what is in that. */
function saysMissing(problem: S3ServiceError): boolean {
  return problem.status === 404 && codeOf(problem) !== 'NoSuchBucket'
}

/** The library reads none where the answer does not call itself application/xml, and nothing more, as not every store does. */
export function codeOf({ serviceCode, body }: S3ServiceError): string {
  return /<Code>([^<]*)/.exec(body ?? '')?.[1] ?? serviceCode ?? ''
}

/** Amazon's store, and Garage, which calls it a scope. A header may be malformed for its key, too. */
export function saysOtherRegion(problem: S3ServiceError): boolean {
  const code = codeOf(problem)
  const isOfHeader = code === 'AuthorizationHeaderMalformed' && /\b(region|scope)\b/i.test(problem.body ?? '')
  return isOfHeader || code === 'PermanentRedirect'
}

/** Garage and Backblaze answer with the code of a key that may not write, and say so in words. */
const FULL_IN_WORDS = /<Message>[^<]*(\bquota\b|storage cap exceeded)/i

/** Whether a store has no room for what it was to take. The names are those of MinIO, of Ceph and of others; none is part of S3. */
export function saysFull(problem: unknown): boolean {
  if (!(problem instanceof S3ServiceError)) return false
  const { status, body = '' } = problem
  return status === 507 || /StorageFull|Quota/i.test(codeOf(problem)) || FULL_IN_WORDS.test(body)
}

/** null: it was stored; else what a store without room for it said. Rejects as the store does for anything else. */
export async function refusalIfFull(storing: Promise<unknown>): Promise<S3ServiceError | null> {
  try {
    await storing
    return null
  } catch (problem) {
    if (problem instanceof S3ServiceError && saysFull(problem)) return problem
    throw problem
  }
}
