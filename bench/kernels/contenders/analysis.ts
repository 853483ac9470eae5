/** Widest analysed plane of a machine within its budget, as src/engine/capture/camera-capture.ts has it. */
export const ANALYSIS_WIDTH = 480
