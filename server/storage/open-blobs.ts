import type { FastifyBaseLogger } from 'fastify'
import type { BlobStore } from './blobs'
import { openFileBlobs } from './file-blobs'
import { requireRecordingsHere } from './s3/recordings-mark'
import { openS3Blobs } from './s3/s3-blobs'
import type { StoreConfig } from './stores-config'

/**
 * The store that the environment asks for. Rejects with StartupProblem when it cannot be used. `stagingPrefix`: of the uploads
 * on their way to this process, where several share the folder.
 */
export async function openBlobs(
  { dataDir, s3 }: Pick<StoreConfig, 'dataDir' | 's3'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  stagingPrefix = '',
): Promise<BlobStore> {
  if (s3 === null) {
    await requireRecordingsHere(dataDir)
    return openFileBlobs(dataDir, stagingPrefix)
  }
  return openS3Blobs(s3, dataDir, log, undefined, { stagingPrefix, mayBeFull: true })
}
