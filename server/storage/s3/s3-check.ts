import { randomUUID } from 'node:crypto'
import { type S3mini, S3ServiceError } from 's3mini'
import { StartupProblem } from '../../lib/startup-problem'
import type { S3Config } from '../stores-config'

/** Reads and writes once, so that a wrong key is told at the start and not at the first clip. */
export async function checkBucket(s3: S3mini, { endpoint, bucket }: S3Config): Promise<void> {
  const probe = `check-${randomUUID()}`
  try {
    if ((await s3.listObjectsPaged('/', probe, 1)) === null) throw new StartupProblem(missing(endpoint, bucket))
    await s3.putObject(probe, 'written by a starting hub')
    await s3.deleteObject(probe)
  } catch (problem) {
    throw problem instanceof StartupProblem ? problem : new StartupProblem(sentenceOf(problem, endpoint, bucket))
  }
}

function missing(endpoint: string, bucket: string): string {
  return `There is no bucket ${bucket} at ${endpoint}. Make it, or set another S3_BUCKET.`
}

function sentenceOf(problem: unknown, endpoint: string, bucket: string): string {
  if (!(problem instanceof S3ServiceError)) {
    return `The object store at ${endpoint} does not answer. Check S3_ENDPOINT, and that the store is running.`
  }
  switch (problem.status) {
    case 401:
    case 403:
      return `The object store refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to read and write the bucket ${bucket}.`
    case 404:
      return missing(endpoint, bucket)
    default:
      return `The object store at ${endpoint} cannot be used: it answers ${problem.status} ${problem.serviceCode ?? ''}.`
  }
}
