import * as z from 'zod/mini'
import { type LiveRequest, liveRequest, MAX_LIVE_MESSAGE_LENGTH } from '../../src/contract/live/live'
import { jsonIn } from '../../src/lib/json'

/** null: nobody who keeps to the contract sent this. */
export function readMessage(text: string): LiveRequest | null {
  // PostgreSQL takes no NUL, and no id or text of ours has one.
  if (text.length > MAX_LIVE_MESSAGE_LENGTH || text.includes('\\u0000')) return null
  const read = z.safeParse(liveRequest, jsonIn(text))
  return read.success ? read.data : null
}
