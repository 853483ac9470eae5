import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smtpMailer } from '../../../server/lib/mailer'
import { mailOf } from '../../../server/notifications/sending/email-message'
import { messageOf } from '../../../server/notifications/sending/message'
import { mailOutcome } from '../../../server/notifications/sending/outcome'
import { jpeg } from '../support/forms'
import { startSmtp, type TestSmtp } from '../support/smtp'
import { waitingMail } from '../support/webhook-worker'

let smtp: TestSmtp
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(() => smtp.close())

const sender = { origin: 'https://cam.example.org', pictureUrl: null, zone: 'UTC' }
const message = messageOf(waitingMail('w', 0, { camera_name: 'Tür' }), sender)
const failureOf = (sent: Promise<void>) => sent.then(() => null, mailOutcome)

test('a notification arrives over SMTP as text and HTML with its picture inside (MSG-01)', async () => {
  const picture = jpeg(2000, 9)
  await smtpMailer(smtp.url, 'Hub <hub@example.org>').send(mailOf('ann@example.org', message, picture))
  const [mail] = smtp.mails
  expect([mail?.from, mail?.to]).toEqual(['hub@example.org', ['ann@example.org']])
  const raw = mail?.raw ?? ''
  expect(raw).toContain('Subject: =?UTF-8?')
  for (const part of [
    'multipart/related',
    'text/plain',
    'text/html',
    'Content-ID: <picture@nightjar>',
    'Content-Disposition: inline',
  ]) {
    expect(raw).toContain(part)
  }
  expect(raw.replace(/\r\n/g, '')).toContain(picture.toString('base64'))
})

test('a mail can be called off, which ends the connection', async () => {
  smtp.mood = 'hang'
  const stop = new AbortController()
  const sent = smtpMailer(smtp.url, 'hub@example.org').send(mailOf('ann@example.org', message, null), stop.signal)
  await expect.poll(() => smtp.connections()).toBe(1)
  stop.abort()
  await expect(sent).rejects.toThrow(/abort/i)
  await expect.poll(() => smtp.connections()).toBe(0)
})

describe('a mail that is not taken', () => {
  test('for want of such an address is given up', async () => {
    smtp.mood = 'refuse'
    const outcome = await failureOf(
      smtpMailer(smtp.url, 'hub@example.org').send(mailOf('nobody@example.org', message, null)),
    )
    expect(outcome).toEqual({ kind: 'refused', problem: 'The mail server refused this address. Check it.' })
  })

  test('from this hub by anybody is tried again, and no recipient is blamed', async () => {
    smtp.mood = 'refuse-sender'
    const outcome = await failureOf(
      smtpMailer(smtp.url, 'nightjar@localhost').send(mailOf('ann@example.org', message, null)),
    )
    expect(outcome).toEqual({
      kind: 'again',
      afterMs: null,
      problem: 'The mail server does not take mails from this hub. Whoever runs the hub checks SMTP_URL and MAIL_FROM.',
    })
  })

  test.each([
    [553, '5.7.1 Sender address rejected: not owned by user', 'again'],
    [554, '5.7.1 Relay access denied', 'again'],
    [530, '5.7.0 Authentication required', 'again'],
    [530, 'Authentication required', 'again'],
    [535, 'Authentication failed', 'again'],
    [538, 'Encryption required', 'again'],
    [550, '5.1.8 Sender address rejected: Domain not found', 'again'],
    [550, '5.1.1 User unknown', 'refused'],
    [552, '5.2.2 Mailbox full', 'refused'],
    [550, 'no such user', 'refused'],
    [554, '5.7.1 <nobody@example.org>: Recipient address rejected: Access denied', 'refused'],
    [550, '5.7.23 <nobody@example.org>: Recipient address rejected: SPF fail', 'again'],
    [550, '5.7.124 RESOLVER.RST.NotAuthorized; not authorized', 'refused'],
    [550, '5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required', 'refused'],
    [550, '5.7.134 RESOLVER.RST.SenderNotAuthenticatedForMailbox; authentication required', 'refused'],
  ])('by the recipient’s name, as %i %s, is %s (MSG-06)', async (status, text, kind) => {
    smtp.recipientAnswer = { status, text }
    const outcome = await failureOf(
      smtpMailer(smtp.url, 'hub@example.org').send(mailOf('ann@example.org', message, null)),
    )
    expect(outcome).toMatchObject({
      kind,
      problem: expect.stringContaining(kind === 'again' ? 'SMTP_URL and MAIL_FROM' : 'Check it'),
    })
  })

  test('for want of a server is tried again', async () => {
    const outcome = await failureOf(
      smtpMailer('smtp://127.0.0.1:1', 'hub@example.org').send(mailOf('ann@example.org', message, null)),
    )
    expect(outcome).toEqual({
      kind: 'again',
      problem: 'The mail could not be handed to the mail server.',
      afterMs: null,
    })
  })

  test.each([
    [{ code: 'EENVELOPE', responseCode: 450 }, 'again'],
    [{ code: 'EENVELOPE', responseCode: 550 }, 'refused'],
    [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'refused'],
    [{ code: 'EMESSAGE', responseCode: 552 }, 'refused'],
    [{ code: 'EAUTH', responseCode: 535 }, 'again'],
    [{ code: 'ETIMEDOUT' }, 'again'],
    [{}, 'again'],
  ])('%j: %s', (details, kind) => {
    expect(mailOutcome(Object.assign(new Error('no'), details)).kind).toBe(kind)
  })
})
