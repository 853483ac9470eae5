import type { CameraLookup } from '../cameras/camera-lookup'
import type { LastSeen } from '../cameras/last-seen'
import type { LatestPictures } from '../storage/latest-pictures'
import type { StorageServices } from '../storage/services'
import type { SharedPictures } from './shared-pictures'
import type { SnapshotPace } from './snapshot-pace'

/** What the latest pictures of cameras work with. */
export type SnapshotServices = StorageServices & {
  readonly cameraLookup: CameraLookup
  readonly latestPictures: LatestPictures
  readonly sharedPictures: SharedPictures
  readonly lastSeen: LastSeen
  readonly snapshotPace: SnapshotPace
}
