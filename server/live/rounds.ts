import type { FastifyBaseLogger } from 'fastify'
import { LIVE_ACCESS_CHECK_MS, LIVE_PING_INTERVAL_MS, LIVE_VIEWING_BEAT_MS } from '../../src/contract/live/live'
import type { Switchboard } from './switchboard'

/** What a hub does for live view again and again; every hub for those who are connected to it, so that none leaves it. */
export interface LiveRounds {
  checkAccess(): Promise<void>
  beat(): void
  /** For both ends of viewings alone. */
  viewingBeat(): void
}

/** Runs the rounds by timers. Returns what ends them. */
export function startRounds(switchboard: Switchboard, log: Pick<FastifyBaseLogger, 'error'>): () => void {
  const check = async () => {
    try {
      await switchboard.checkAccess()
    } catch (problem) {
      log.error({ problem: String(problem) }, 'those who look could not be checked')
    }
  }
  const stopChecks = every(LIVE_ACCESS_CHECK_MS, check)
  const stopBeats = every(LIVE_PING_INTERVAL_MS, async () => switchboard.beat())
  const stopViewingBeats = every(LIVE_VIEWING_BEAT_MS, async () => switchboard.viewingBeat())
  return () => {
    stopChecks()
    stopBeats()
    stopViewingBeats()
  }
}

/** One round at a time. */
function every(intervalMs: number, round: () => Promise<void>): () => void {
  let isOver = false
  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(async () => {
      await round()
      if (!isOver) next()
    }, intervalMs).unref()
  }
  next()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
