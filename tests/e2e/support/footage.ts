/**
 * What the cameras of the tests see: an empty room, somebody walks through it, an empty room again; without end. The
 * tests wait for the walk's beginning or for its end, so that it is short.
 */
export const testFootage = { quietSec: 5, walkSec: 10, seconds: 17 } as const
