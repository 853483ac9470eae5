/** `self` with the methods of a worker: the compiler knows it only as what all kinds of workers have. */
export const scope = self as unknown as DedicatedWorkerGlobalScope
