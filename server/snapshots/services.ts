import type { CameraLookup } from '../cameras/camera-lookup'
import type { StorageServices } from '../storage/services'
import type { SnapshotNotes } from './snapshot-notes'
import type { SnapshotPace } from './snapshot-pace'

/** What the latest pictures of cameras work with. */
export type SnapshotServices = StorageServices & {
  readonly cameraLookup: CameraLookup
  readonly snapshotNotes: SnapshotNotes
  readonly snapshotPace: SnapshotPace
}
