import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** As it came over the line. */
  readonly raw: string
}

/** A mail server on 127.0.0.1 that keeps what it gets. */
export interface TestSmtp {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** 'refuse': no address exists; 'refuse-sender': nobody may send from here; 'hang': a mail's end is never confirmed. */
  mood: 'take' | 'refuse' | 'refuse-sender' | 'hang'
  /** What each recipient is answered with instead. */
  recipientAnswer: { readonly status: number; readonly text: string } | null
  /** Connections that are open now. */
  connections(): number
  close(): Promise<void>
}

export async function startSmtp(): Promise<TestSmtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onMailFrom: (_address, _session, done) =>
      done(smtp.mood === 'refuse-sender' ? Object.assign(new Error('sender rejected'), { responseCode: 553 }) : null),
    onRcptTo: (_address, _session, done) => {
      const answer = smtp.recipientAnswer ?? (smtp.mood === 'refuse' ? { status: 550, text: 'no such mailbox' } : null)
      done(answer === null ? null : Object.assign(new Error(answer.text), { responseCode: answer.status }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (smtp.mood === 'hang') return
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        smtp.mails.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  // Clients that are cut off are no failure of the test.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails: [],
    mood: 'take',
    recipientAnswer: null,
    connections: () => server.connections.size,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return smtp
}
