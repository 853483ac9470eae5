import {
  NotConnected,
  type OutsideNetwork,
  type PinnedPost,
  type PostAnswer,
} from '../../../server/notifications/sending/outside-network'

/** The internet as a test wants it: names are looked up in a list, and nothing is ever connected to. */
export interface RecordingNetwork extends OutsideNetwork {
  readonly lookedUp: string[]
  readonly posts: PinnedPost[]
  /** Addresses of a name. Others do not exist. */
  readonly names: Record<string, readonly string[]>
  /** Addresses at which nobody is. */
  readonly away: Set<string>
  answer: PostAnswer
}

export function recordingNetwork(names: Record<string, readonly string[]> = {}): RecordingNetwork {
  const network: RecordingNetwork = {
    lookedUp: [],
    posts: [],
    names,
    away: new Set(),
    answer: { status: 200, retryAfter: null },
    resolve: async ({ hostname }) => {
      network.lookedUp.push(hostname)
      const addresses = network.names[hostname]
      if (addresses === undefined) throw new Error(`there is no ${hostname}`)
      return addresses
    },
    post: async (post) => {
      network.posts.push(post)
      if (network.away.has(post.address)) throw new NotConnected('nobody is there')
      return network.answer
    },
  }
  return network
}
