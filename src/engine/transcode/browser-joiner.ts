import type { Joiner } from './joiner'

/** Joins clips by this browser's codecs; their code is fetched with the first use. */
export const joinClips: Joiner = async (clips, options) => {
  try {
    const { joinByCodecs } = await import('./join-clips')
    return await joinByCodecs(clips, options)
  } catch {
    return { kind: 'failed', reason: 'core-not-loaded' }
  }
}
