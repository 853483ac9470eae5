import { detailsOf, isAddressRefused, isForGood, isSenderRefused } from '../../lib/mail-failure'
import { retryAfterMs } from './backoff'
import type { WebhookResult } from './webhook-calls'

/** How sending one message went. Problems are sentences for the settings screen; `again` is for what may pass. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly problem: string }
  | {
      readonly kind: 'again'
      readonly problem: string
      /** How long the other side asks to be left alone, in milliseconds; null: it does not say. */
      readonly afterMs: number | null
    }
  | { readonly kind: 'aborted' }

/** What a mail's failure means: only a recipient or a message that the server refuses for good is given up. */
export function mailOutcome(problem: unknown): Outcome {
  const details = detailsOf(problem)
  const { code } = details
  if (isSenderRefused(problem))
    return {
      kind: 'again',
      afterMs: null,
      problem: 'The mail server does not take mails from this hub. Whoever runs the hub checks SMTP_URL and MAIL_FROM.',
    }
  if (isAddressRefused(problem)) return { kind: 'refused', problem: 'The mail server refused this address. Check it.' }
  if (isForGood(details) && code === 'EMESSAGE')
    return { kind: 'refused', problem: 'The mail server refused the mail.' }
  if (code === 'EAUTH')
    return { kind: 'again', problem: "The mail server refused the hub's user name and password.", afterMs: null }
  return { kind: 'again', problem: 'The mail could not be handed to the mail server.', afterMs: null }
}

/** What a webhook's result means. `name`: whose webhook it is, as a sentence begins with it. */
export function webhookOutcome(result: WebhookResult, name: string, nowMs: number): Outcome {
  switch (result.kind) {
    case 'answered':
      return answerOutcome(result.status, retryAfterMs(result.retryAfter, nowMs), name)
    case 'not-allowed':
      return { kind: 'refused', problem: result.problem }
    case 'unreachable':
      return { kind: 'again', problem: result.problem, afterMs: null }
    case 'aborted':
      return { kind: 'aborted' }
  }
}

function answerOutcome(status: number, afterMs: number | null, name: string): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status >= 300 && status < 400)
    return { kind: 'refused', problem: `${name} answered with a redirect, which is not followed. Save the final URL.` }
  switch (status) {
    case 401:
    case 403:
    case 404:
    case 410:
      return {
        kind: 'refused',
        problem: `${name} takes no messages at this URL (status ${status}). Make a new webhook there and save its URL.`,
      }
    case 429:
      return { kind: 'again', problem: `${name} asks for fewer messages. They are sent later.`, afterMs }
    case 408:
    case 425:
      return { kind: 'again', problem: `${name} was too slow (status ${status}).`, afterMs }
    default:
      return status >= 400 && status < 500
        ? {
            kind: 'refused',
            problem: `${name} did not accept the message (status ${status}). Check the webhook's URL.`,
          }
        : { kind: 'again', problem: `${name} is out of order (status ${status}).`, afterMs }
  }
}
