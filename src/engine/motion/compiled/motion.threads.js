export async function instantiate(module, imports = {}) {
  const { exports } = await WebAssembly.instantiate(module, imports);
  const memory = exports.memory || imports.env.memory;
  const adaptedExports = Object.setPrototypeOf({
    sumAbsoluteDifference(a, b, count) {
      // assembly/index/sumAbsoluteDifference(usize, usize, u32) => u32
      return exports.sumAbsoluteDifference(a, b, count) >>> 0;
    },
    lumaFromPixels(source, count, isRedFirst, target) {
      // assembly/index/lumaFromPixels(usize, u32, bool, usize) => void
      isRedFirst = isRedFirst ? 1 : 0;
      exports.lumaFromPixels(source, count, isRedFirst, target);
    },
    differenceFromPixels(source, count, isRedFirst, previous, target) {
      // assembly/index/differenceFromPixels(usize, u32, bool, usize, usize) => u32
      isRedFirst = isRedFirst ? 1 : 0;
      return exports.differenceFromPixels(source, count, isRedFirst, previous, target) >>> 0;
    },
    findClusters(state, columns, rows, check, isMasked) {
      // assembly/clusters/findClusters(usize, u32, u32, u32, bool) => u32
      isMasked = isMasked ? 1 : 0;
      return exports.findClusters(state, columns, rows, check, isMasked) >>> 0;
    },
    ACTIVE_BITS: {
      // assembly/layout/ACTIVE_BITS: usize
      valueOf() { return this.value; },
      get value() {
        return exports.ACTIVE_BITS.value >>> 0;
      }
    },
    BACKGROUND: {
      // assembly/layout/BACKGROUND: usize
      valueOf() { return this.value; },
      get value() {
        return exports.BACKGROUND.value >>> 0;
      }
    },
    BLOCKS_BYTES: {
      // assembly/layout/BLOCKS_BYTES: u32
      valueOf() { return this.value; },
      get value() {
        return exports.BLOCKS_BYTES.value >>> 0;
      }
    },
    CLUSTER_BYTES: {
      // assembly/layout/CLUSTER_BYTES: u32
      valueOf() { return this.value; },
      get value() {
        return exports.CLUSTER_BYTES.value >>> 0;
      }
    },
    CLUSTERS: {
      // assembly/layout/CLUSTERS: usize
      valueOf() { return this.value; },
      get value() {
        return exports.CLUSTERS.value >>> 0;
      }
    },
    COUNTED_BITS: {
      // assembly/layout/COUNTED_BITS: usize
      valueOf() { return this.value; },
      get value() {
        return exports.COUNTED_BITS.value >>> 0;
      }
    },
    EXCESS: {
      // assembly/layout/EXCESS: usize
      valueOf() { return this.value; },
      get value() {
        return exports.EXCESS.value >>> 0;
      }
    },
    FRAME_BYTES: {
      // assembly/layout/FRAME_BYTES: u32
      valueOf() { return this.value; },
      get value() {
        return exports.FRAME_BYTES.value >>> 0;
      }
    },
    IS_REPEAT: {
      // assembly/layout/IS_REPEAT: usize
      valueOf() { return this.value; },
      get value() {
        return exports.IS_REPEAT.value >>> 0;
      }
    },
    LEVELS_A: {
      // assembly/layout/LEVELS_A: usize
      valueOf() { return this.value; },
      get value() {
        return exports.LEVELS_A.value >>> 0;
      }
    },
    LEVELS_B: {
      // assembly/layout/LEVELS_B: usize
      valueOf() { return this.value; },
      get value() {
        return exports.LEVELS_B.value >>> 0;
      }
    },
    MAX_COLUMNS: {
      // assembly/layout/MAX_COLUMNS: u32
      valueOf() { return this.value; },
      get value() {
        return exports.MAX_COLUMNS.value >>> 0;
      }
    },
    MAX_ENTRIES: {
      // assembly/layout/MAX_ENTRIES: u32
      valueOf() { return this.value; },
      get value() {
        return exports.MAX_ENTRIES.value >>> 0;
      }
    },
    MOST_CLUSTERS: {
      // assembly/layout/MOST_CLUSTERS: u32
      valueOf() { return this.value; },
      get value() {
        return exports.MOST_CLUSTERS.value >>> 0;
      }
    },
    MOVING: {
      // assembly/layout/MOVING: usize
      valueOf() { return this.value; },
      get value() {
        return exports.MOVING.value >>> 0;
      }
    },
    MOVING_BITS: {
      // assembly/layout/MOVING_BITS: usize
      valueOf() { return this.value; },
      get value() {
        return exports.MOVING_BITS.value >>> 0;
      }
    },
    PLANE_BYTES: {
      // assembly/layout/PLANE_BYTES: u32
      valueOf() { return this.value; },
      get value() {
        return exports.PLANE_BYTES.value >>> 0;
      }
    },
    rowOf(columns) {
      // assembly/layout/rowOf(u32) => u32
      return exports.rowOf(columns) >>> 0;
    },
    SCENE: {
      // assembly/layout/SCENE: usize
      valueOf() { return this.value; },
      get value() {
        return exports.SCENE.value >>> 0;
      }
    },
    SCENE_COLUMNS: {
      // assembly/layout/SCENE_COLUMNS: u32
      valueOf() { return this.value; },
      get value() {
        return exports.SCENE_COLUMNS.value >>> 0;
      }
    },
    SCENE_MOST_COLUMNS: {
      // assembly/layout/SCENE_MOST_COLUMNS: u32
      valueOf() { return this.value; },
      get value() {
        return exports.SCENE_MOST_COLUMNS.value >>> 0;
      }
    },
    SCENE_MOST_ROWS: {
      // assembly/layout/SCENE_MOST_ROWS: u32
      valueOf() { return this.value; },
      get value() {
        return exports.SCENE_MOST_ROWS.value >>> 0;
      }
    },
    SCENE_ROWS: {
      // assembly/layout/SCENE_ROWS: u32
      valueOf() { return this.value; },
      get value() {
        return exports.SCENE_ROWS.value >>> 0;
      }
    },
    SLOT_BYTES: {
      // assembly/layout/SLOT_BYTES: u32
      valueOf() { return this.value; },
      get value() {
        return exports.SLOT_BYTES.value >>> 0;
      }
    },
    SLOTS_BASE: {
      // assembly/layout/SLOTS_BASE: u32
      valueOf() { return this.value; },
      get value() {
        return exports.SLOTS_BASE.value >>> 0;
      }
    },
    SUM: {
      // assembly/layout/SUM: usize
      valueOf() { return this.value; },
      get value() {
        return exports.SUM.value >>> 0;
      }
    },
  }, exports);
  return adaptedExports;
}
