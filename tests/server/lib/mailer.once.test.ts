import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { MailFailure } from '../../../server/lib/mail-failure'
import { smtpMailer, terminalMailer } from '../../../server/lib/mailer'

let server: SMTPServer | null = null
afterEach(async () => {
  await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())))
  server = null
})

interface Received {
  readonly from: string
  readonly to: string[]
  readonly text: string
}

/** A mail server on 127.0.0.1 that keeps what it gets, and says so after a while. */
async function startServer(received: Received[], { refuse = false, looksThroughMs = 0 } = {}): Promise<string> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such mailbox') : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
        setTimeout(done, looksThroughMs)
      })
    },
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const address = listening.server.address() as AddressInfo
  return `smtp://127.0.0.1:${address.port}`
}

const mail = { to: 'ann@example.org', subject: 'Your code', text: 'Your code:\n\n123456\n\nBye\n' }

test('sends a mail over SMTP with the code alone on a line (ENV-08)', async () => {
  const received: Received[] = []
  await smtpMailer(await startServer(received), 'Hub <hub@example.org>').send(mail)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'hub@example.org', to: ['ann@example.org'] })
  expect(received[0]?.text.split('\r\n')).toContain('123456')
  expect(received[0]?.text).toContain('Subject: Your code')
})

// Connecting has 10 s.
test('has patience with a server that looks through a mail before it takes it (ENV-08)', async () => {
  const received: Received[] = []
  const url = await startServer(received, { looksThroughMs: 10_500 })
  await smtpMailer(url, 'hub@example.org').send(mail)
  expect(received).toHaveLength(1)
})

test('rejects when the server refuses the address, or is not there', async () => {
  const refusing = smtpMailer(await startServer([], { refuse: true }), 'hub@example.org')
  await expect(refusing.send(mail)).rejects.toThrow()
  const nowhere = smtpMailer('smtp://127.0.0.1:1', 'hub@example.org')
  await expect(nowhere.send(mail)).rejects.toThrow()
})

test('of a mail that failed the log gets why, and no address (OPS-02)', async () => {
  const nowhere = smtpMailer('smtp://127.0.0.1:1', 'hub@example.org')
  await expect(nowhere.send(mail)).rejects.toThrow('ECONNREFUSED')
  const said = new MailFailure(new Error('no way to <ann@example.org>, nor bob@example.org')).message
  expect(said).toBe('Error: no way to …, nor …')
})

test('without a mail server the terminal shows the code alone on a line (ENV-08)', async () => {
  let shown = ''
  const mailer = terminalMailer((text) => {
    shown += text
  })
  await mailer.send(mail)
  expect(shown.split('\n')).toContain('123456')
  expect(shown).toContain('ann@example.org')
})
