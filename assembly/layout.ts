/**
 * The memory map. Page 0 belongs to the compiler's static data; then one slot a camera, each of
 *
 *   frame    the camera's frame as it came (I420, NV12 or 4 bytes a pixel), up to 1920 x 1080
 *   plane A  the analysed luma of this check
 *   plane B  the analysed luma of the check before; the two change places every check
 *
 * The host reads these numbers from the module and never repeats them.
 */

/** First byte of slot 0. */
export const SLOTS_BASE: u32 = 0x10000

/** Room for one frame: 1920 x 1080 at 4 bytes a pixel. */
export const FRAME_BYTES: u32 = 1920 * 1080 * 4

/** Room for one analysed luma plane: 1024 x 640. A multiple of 16, so that planes stay aligned. */
export const PLANE_BYTES: u32 = 1024 * 640

/** Bytes of one slot. */
export const SLOT_BYTES: u32 = FRAME_BYTES + 2 * PLANE_BYTES
