/** Part of a file that has just come. */
export type ReadAt = (start: number, length: number) => Promise<Buffer>

/** `no-film`: for certain, nothing can play it. */
export type Verdict = 'may-play' | 'no-film'
