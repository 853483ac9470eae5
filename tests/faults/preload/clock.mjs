/**
 * Loaded into a hub before anything else: its clock goes wrong by as many milliseconds as the file of
 * NIGHTJAR_FAULTS_CLOCK says, now and whenever that changes. Timers go on as they would: a jump of the wall clock does
 * not move them either.
 */
import { readFileSync } from 'node:fs'

/** How long a change may go unseen. */
const LOOK_EVERY_MS = 10

const path = process.env['NIGHTJAR_FAULTS_CLOCK'] ?? ''
const rightNow = Date.now
let offsetMs = 0
let lookedAtMs = Number.NEGATIVE_INFINITY

function currentOffsetMs() {
  const nowMs = performance.now()
  if (nowMs - lookedAtMs < LOOK_EVERY_MS) return offsetMs
  lookedAtMs = nowMs
  offsetMs = Number(readFileSync(path, 'utf8'))
  return offsetMs
}

Date.now = () => rightNow() + currentOffsetMs()
