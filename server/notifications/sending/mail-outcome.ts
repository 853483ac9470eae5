import type { Outcome } from './outcome'

/** What a mail's failure means: only a recipient or a message that the server refuses for good is given up. */
export function mailOutcome(problem: unknown): Outcome {
  const { code, responseCode } = detailsOf(problem)
  if (responseCode >= 500 && responseCode < 600 && code === 'EENVELOPE')
    return { kind: 'refused', problem: 'The mail server refused this address. Check it.' }
  if (responseCode >= 500 && responseCode < 600 && code === 'EMESSAGE')
    return { kind: 'refused', problem: 'The mail server refused the mail.' }
  if (code === 'EAUTH')
    return { kind: 'again', problem: "The mail server refused the hub's user name and password.", afterMs: null }
  return { kind: 'again', problem: 'The mail could not be handed to the mail server.', afterMs: null }
}

/** nodemailer's own name of the failure, and the SMTP status it came with; 0: none. */
function detailsOf(problem: unknown): { code: string; responseCode: number } {
  if (!(problem instanceof Error)) return { code: '', responseCode: 0 }
  const code = 'code' in problem && typeof problem.code === 'string' ? problem.code : ''
  const status = 'responseCode' in problem && typeof problem.responseCode === 'number' ? problem.responseCode : 0
  return { code, responseCode: status }
}
