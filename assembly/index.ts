/** The module's face. Pure numbers over the imported memory; nothing is allocated, nothing is kept. */
export { sumAbsoluteDifference } from './difference'
export { boxDownsample } from './downsample'
export { FRAME_BYTES, PLANE_BYTES, SLOT_BYTES, SLOTS_BASE } from './layout'
export { lumaFromPixels } from './luma'
