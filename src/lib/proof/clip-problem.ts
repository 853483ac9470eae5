/** Why what a camera's app sent with a clip proves nothing of it. The clip is kept all the same. */
export const clipProblems = [
  /** It cannot be read. */
  'unreadable',
  /** The signature is not the key's. */
  'bad-signature',
  /** It speaks of other bytes than those that came. */
  'other-bytes',
  /** It speaks of another clip. */
  'other-clip',
  /** It speaks of another camera. */
  'other-camera',
  /** It gives another time of recording than the clip's. */
  'other-time',
  /** Its number was used before, for another clip: the browser's profile was copied or set back. */
  'repeated',
  /** It does not name the statement before, or the one after does not name it. */
  'broken-chain',
] as const
export type ClipProblem = (typeof clipProblems)[number]
