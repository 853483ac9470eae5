import type { IceServer, LiveCandidate } from '../../contract/live/live'

/** As the contract has it. */
export function candidateToSend(candidate: RTCIceCandidateInit | null): LiveCandidate {
  if (candidate === null) return null
  const { candidate: line = '', sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = candidate
  return { candidate: line, sdpMid, sdpMLineIndex, usernameFragment }
}

/** As browsers take it. */
export function candidateToAdd(candidate: LiveCandidate): RTCIceCandidateInit | null {
  if (candidate === null) return null
  const { candidate: line, sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = candidate
  return { candidate: line, sdpMid, sdpMLineIndex, usernameFragment }
}

export function rtcServer({ urls, username, credential }: IceServer): RTCIceServer {
  return { urls, ...(username !== undefined && { username }), ...(credential !== undefined && { credential }) }
}
