import type { StreamOpener } from './stream'

/** A camera device of this machine (CAM-26). */
export interface Device {
  readonly id: string
  readonly label: string
}

/** Offered when devices cannot be listed or none is there (CAM-43). The ids are facing modes. */
export const fallbackDevices: readonly Device[] = [
  { id: 'user', label: 'Front Camera' },
  { id: 'environment', label: 'Back Camera' },
]

/** Label of a device that has none: Front Camera, Back Camera, then Camera 3 and on. */
function fallbackLabel(index: number): string {
  return fallbackDevices[index]?.label ?? `Camera ${index + 1}`
}

/** Whether a label is, or may be, such a one: it goes by the device's place in the list, and tells no device from another. */
export function isFallbackLabel(label: string): boolean {
  return fallbackDevices.some((device) => device.label === label) || /^Camera \d+$/.test(label)
}

/** Names the video inputs of a device listing; empty ids, which browsers give before permission, are left out. */
export function namedDevices(listed: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[]): Device[] {
  return listed
    .filter((device) => device.kind === 'videoinput' && device.deviceId !== '')
    .map((device, index) => ({ id: device.deviceId, label: device.label || fallbackLabel(index) }))
}

export type DeviceList =
  | { readonly kind: 'listed'; readonly devices: readonly Device[] }
  /** No device, no permission yet, or no API: the two facing modes stand in. */
  | { readonly kind: 'fallback'; readonly devices: readonly Device[] }

/** Lists the cameras of this machine; null: it is refused under some policies, or the driver hangs. Never rejects. */
export async function listDevices(
  media: Pick<StreamOpener, 'enumerateDevices'> | undefined,
): Promise<DeviceList | null> {
  try {
    const devices = namedDevices((await media?.enumerateDevices()) ?? [])
    return devices.length > 0 ? { kind: 'listed', devices } : { kind: 'fallback', devices: fallbackDevices }
  } catch {
    return null
  }
}
