declare namespace __AdaptedExports {
  /** Exported memory */
  export const memory: WebAssembly.Memory;
  /**
   * assembly/index/sumAbsoluteDifference
   * @param a `usize`
   * @param b `usize`
   * @param count `u32`
   * @returns `u32`
   */
  export function sumAbsoluteDifference(a: number, b: number, count: number): number;
  /**
   * assembly/index/boxDownsample
   * @param source `usize`
   * @param stride `u32`
   * @param width `u32`
   * @param height `u32`
   * @param factor `u32`
   * @param target `usize`
   */
  export function boxDownsample(source: number, stride: number, width: number, height: number, factor: number, target: number): void;
  /**
   * assembly/index/lumaFromPixels
   * @param source `usize`
   * @param count `u32`
   * @param isRedFirst `bool`
   * @param target `usize`
   */
  export function lumaFromPixels(source: number, count: number, isRedFirst: boolean, target: number): void;
  /**
   * assembly/index/differenceFromPixels
   * @param source `usize`
   * @param count `u32`
   * @param isRedFirst `bool`
   * @param previous `usize`
   * @param target `usize`
   * @returns `u32`
   */
  export function differenceFromPixels(source: number, count: number, isRedFirst: boolean, previous: number, target: number): number;
  /**
   * assembly/index/gatherScene
   * @param state `usize`
   * @param source `usize`
   * @param levelBytes `u32`
   * @param columns `u32`
   * @param rows `u32`
   * @param rowEntries `u32`
   */
  export function gatherScene(state: number, source: number, levelBytes: number, columns: number, rows: number, rowEntries: number): void;
  /**
   * assembly/adaptive/forgetBackground
   * @param state `usize`
   * @param columns `u32`
   * @param rows `u32`
   * @param check `u32`
   */
  export function forgetBackground(state: number, columns: number, rows: number, check: number): void;
  /**
   * assembly/adaptive/passBlocks
   * @param state `usize`
   * @param luma `usize`
   * @param strideBytes `u32`
   * @param columns `u32`
   * @param rows `u32`
   * @param edge `u32`
   * @param check `u32`
   * @param learningChecks `u32`
   */
  export function passBlocks(state: number, luma: number, strideBytes: number, columns: number, rows: number, edge: number, check: number, learningChecks: number): void;
  /**
   * assembly/clusters/findClusters
   * @param state `usize`
   * @param columns `u32`
   * @param rows `u32`
   * @param check `u32`
   * @param isMasked `bool`
   * @returns `u32`
   */
  export function findClusters(state: number, columns: number, rows: number, check: number, isMasked: boolean): number;
  /** assembly/layout/ACTIVE_BITS */
  export const ACTIVE_BITS: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/BACKGROUND */
  export const BACKGROUND: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/BLOCKS_BYTES */
  export const BLOCKS_BYTES: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/CLUSTER_BYTES */
  export const CLUSTER_BYTES: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/CLUSTERS */
  export const CLUSTERS: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/COUNTED_BITS */
  export const COUNTED_BITS: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/EXCESS */
  export const EXCESS: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/FRAME_BYTES */
  export const FRAME_BYTES: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/IS_REPEAT */
  export const IS_REPEAT: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/LEVELS_A */
  export const LEVELS_A: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/LEVELS_B */
  export const LEVELS_B: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/MAX_COLUMNS */
  export const MAX_COLUMNS: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/MAX_ENTRIES */
  export const MAX_ENTRIES: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/MOST_CLUSTERS */
  export const MOST_CLUSTERS: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/MOVING */
  export const MOVING: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/MOVING_BITS */
  export const MOVING_BITS: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/PLANE_BYTES */
  export const PLANE_BYTES: {
    /** @type `u32` */
    get value(): number
  };
  /**
   * assembly/layout/rowOf
   * @param columns `u32`
   * @returns `u32`
   */
  export function rowOf(columns: number): number;
  /** assembly/layout/SCENE */
  export const SCENE: {
    /** @type `usize` */
    get value(): number
  };
  /** assembly/layout/SCENE_COLUMNS */
  export const SCENE_COLUMNS: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/SCENE_MOST_COLUMNS */
  export const SCENE_MOST_COLUMNS: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/SCENE_MOST_ROWS */
  export const SCENE_MOST_ROWS: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/SCENE_ROWS */
  export const SCENE_ROWS: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/SLOT_BYTES */
  export const SLOT_BYTES: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/SLOTS_BASE */
  export const SLOTS_BASE: {
    /** @type `u32` */
    get value(): number
  };
  /** assembly/layout/SUM */
  export const SUM: {
    /** @type `usize` */
    get value(): number
  };
}
/** Instantiates the compiled WebAssembly module with the given imports. */
export declare function instantiate(module: WebAssembly.Module, imports: {
}): Promise<typeof __AdaptedExports>;
