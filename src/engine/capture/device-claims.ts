/** Which devices the cameras of this tab want or use, so that none is taken as stand-in for another. */
export class DeviceClaims {
  readonly #devicesOf = new Map<string, readonly string[]>()

  /** Says anew what a camera wants and uses; what it claimed before counts no more. */
  claim(cameraId: string, deviceIds: readonly string[]): void {
    this.#devicesOf.set(cameraId, deviceIds)
  }

  /** Claims a device beside the camera's own; false where it is another camera's. */
  claimStandIn(cameraId: string, ownId: string, otherId: string): boolean {
    if (this.isTaken(cameraId, otherId)) return false
    this.claim(cameraId, [ownId, otherId])
    return true
  }

  /** Whether a camera other than this one wants or uses the device. */
  isTaken(cameraId: string, deviceId: string): boolean {
    return [...this.#devicesOf].some(([other, deviceIds]) => other !== cameraId && deviceIds.includes(deviceId))
  }

  giveUp(cameraId: string): void {
    this.#devicesOf.delete(cameraId)
  }
}
