import type { CameraSettingsServices } from '../cameras/camera-settings'
import type { StatusSources } from '../cameras/camera-status'
import type { Ground } from '../db/ground'
import type { HttpConfig } from '../http/http-config'
import type { BlobStore } from '../storage/blobs'

/** What the broker is told from. */
export type MqttServices = Pick<Ground, 'db' | 'clock' | 'log'> &
  StatusSources &
  CameraSettingsServices & {
    readonly blobs: Pick<BlobStore, 'open'>
    readonly config: Pick<HttpConfig, 'publicOrigin'>
  }
