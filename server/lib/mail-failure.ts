/** What is known of a mail that was not taken. */
export interface MailDetails {
  /** nodemailer's own name of the failure. */
  readonly code: string
  /** The SMTP status; 0: none came. */
  readonly responseCode: number
  /** What was answered so. */
  readonly command: string
  /** The server's line, status included: it may name the recipient, and belongs in no log. */
  readonly response: string
}

/** A mail that was not taken. Its message is for logs: servers repeat the address that they refuse (OPS-02). */
export class MailFailure extends Error implements MailDetails {
  readonly code: string
  readonly responseCode: number
  readonly command: string
  readonly response: string

  constructor(problem: unknown) {
    const details = detailsOf(problem)
    super(sayingOf(problem, details))
    this.name = 'MailFailure'
    this.code = details.code
    this.responseCode = details.responseCode
    this.command = details.command
    this.response = details.response
  }
}

const ADDRESS = /<?[^\s<>]+@[^\s<>]+>?/g
/** Such as 5.1.1 (RFC 3463). */
const ENHANCED_STATUS = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/

/** Of a server's line its numbers alone, as it may name a person in any way. */
function sayingOf(problem: unknown, { code, responseCode, command, response }: MailDetails): string {
  if (responseCode === 0) return String(problem).replace(ADDRESS, '…')
  const [, enhanced = ''] = ENHANCED_STATUS.exec(response) ?? []
  return [code, command, responseCode, enhanced].filter((part) => part !== '').join(' ')
}

/** It wants to be signed in to (RFC 4954). */
const SIGN_IN_STATUSES = [530, 535, 538]
/** Refused by policy, or the sender's address is not one it takes (RFC 3463, 3.2 and 3.8). */
const OF_SENDER = /^\d{3}[ -]5\.(7\.\d+|1\.[78])\b/
/** A policy of this address alone: Postfix's own words for one that is closed, Exchange's for those that take mail of members alone. */
const OF_RECIPIENT = /^\d{3}[ -]5\.7\.(1\b.*Recipient address rejected|(124|133|134)\b)/

/** For good, as this hub or its MAIL_FROM may not send: of each recipient alike, and nobody's address is wrong. */
export function isSenderRefused(problem: unknown): boolean {
  return isEnvelopeRefused(problem) && isOfSender(detailsOf(problem))
}

/** For good: there is no such recipient. */
export function isAddressRefused(problem: unknown): boolean {
  return isEnvelopeRefused(problem) && !isOfSender(detailsOf(problem))
}

/** The server fell silent with the mail in its hands: it may have it, and what the mail says must go on to hold. */
export function isPerhapsTaken(problem: unknown): boolean {
  return detailsOf(problem).code === 'ETIMEDOUT'
}

export function isForGood({ responseCode }: MailDetails): boolean {
  return responseCode >= 500 && responseCode < 600
}

function isEnvelopeRefused(problem: unknown): boolean {
  const details = detailsOf(problem)
  return isForGood(details) && details.code === 'EENVELOPE'
}

/** Most servers refuse a sender only once a recipient is named: Postfix by default (`smtpd_delay_reject`). */
function isOfSender({ command, responseCode, response }: MailDetails): boolean {
  if (command === 'MAIL FROM' || SIGN_IN_STATUSES.includes(responseCode)) return true
  return OF_SENDER.test(response) && !OF_RECIPIENT.test(response)
}

export function detailsOf(problem: unknown): MailDetails {
  if (!(problem instanceof Error)) return { code: '', responseCode: 0, command: '', response: '' }
  const code = 'code' in problem && typeof problem.code === 'string' ? problem.code : ''
  const status = 'responseCode' in problem && typeof problem.responseCode === 'number' ? problem.responseCode : 0
  const command = 'command' in problem && typeof problem.command === 'string' ? problem.command : ''
  const response = 'response' in problem && typeof problem.response === 'string' ? problem.response : ''
  return { code, responseCode: status, command, response }
}
