import { describe, expect, test } from 'vitest'
import type { DeliveryTable } from '../../../server/db/notification-tables'
import { pushMessageOf } from '../../../server/notifications/push/push-message'
import { discordBody } from '../../../server/notifications/sending/discord-message'
import { mailOf } from '../../../server/notifications/sending/email-message'
import { messageOf, testMessage, timeIn } from '../../../server/notifications/sending/message'
import { slackBody } from '../../../server/notifications/sending/slack-message'
import { blobKey } from '../../../server/storage/blobs'
import { waitingMail } from '../support/webhook-worker'

const AT_MS = Date.parse('2026-03-10T12:00:00Z')
const LINK = '<https://cam.example.org/events?at=2026-03-10T12:00:00.000Z&amp;camera=c1|Open the events>'
const HOSTILE = '<!channel> & <b>"x"</b> @everyone `*_~|[a](http://evil.test) <@U1> \'#h\\'
const sender = {
  origin: 'https://cam.example.org',
  pictureUrl: 'https://cam.example.org/media/a.jpg?signature=1&expires=2',
  zone: 'UTC',
}
const message = (change: Partial<DeliveryTable> = {}) => messageOf(waitingMail('w', AT_MS, change), sender)
const hostile = message({ camera_name: HOSTILE, camera_location: HOSTILE })

describe('the words of a message (MSG-01)', () => {
  test.each([
    ['event', 'MOTION', 'Motion at Door', 'Motion was detected at Door (Hall).'],
    [
      'digest',
      'MOTION',
      '3 more motions at Door',
      /^3 more motions at Door \(Hall\), the last at 2026-03-10 12:00:00 UTC\.$/,
    ],
    ['digest', 'PERSON', '3 more sightings of a person at Door', /^3 more sightings of a person at Door \(Hall\), the/],
    ['offline', null, 'Door went offline', /^Door \(Hall\) went offline at 2026-03-10 12:00:00 UTC/],
    ['online', null, 'Door is back online', /^Door \(Hall\) is back: .* since 2026-03-10 12:00:00 UTC\.$/],
    ['power-back', null, 'Power is back at Door', /^The device behind Door \(Hall\) has been plugged in again/],
  ] as const)('%s %s', (kind, event_type, title, text) => {
    const said = message({ kind, event_type, event_count: 3 })
    expect(said.title).toBe(title)
    expect(said.text).toMatch(text)
  })

  test('name the zone of every time', () => {
    const times = message({ kind: 'digest', from_at: AT_MS - 60_000 }).facts.filter(({ value }) => value.includes(':'))
    expect(times).toEqual([
      { label: 'First', value: '2026-03-10 11:59:00 UTC' },
      { label: 'Last', value: '2026-03-10 12:00:00 UTC' },
    ])
  })

  test.each([
    ['Europe/Paris', '2026-03-10T12:00:00Z', '2026-03-10 13:00:00 UTC+1'],
    ['Europe/Paris', '2026-07-10T22:30:05Z', '2026-07-11 00:30:05 UTC+2'],
    // Clocks are put back in between: both are half past two.
    ['Europe/Paris', '2026-10-25T00:30:00Z', '2026-10-25 02:30:00 UTC+2'],
    ['Europe/Paris', '2026-10-25T01:30:00Z', '2026-10-25 02:30:00 UTC+1'],
    ['Europe/London', '2026-03-10T12:00:00Z', '2026-03-10 12:00:00 UTC'],
    ['America/St_Johns', '2026-01-10T02:00:00Z', '2026-01-09 22:30:00 UTC-3:30'],
    ['Asia/Kathmandu', '2026-03-10T12:00:00Z', '2026-03-10 17:45:00 UTC+5:45'],
  ])('tell times by the clocks of %s: %s is %s (MSG-12)', (zone, iso, told) => {
    expect(timeIn(zone, Date.parse(iso))).toBe(told)
    const { text } = messageOf(waitingMail('w', Date.parse(iso), { kind: 'offline' }), { ...sender, zone })
    expect(text).toContain(`went offline at ${told}:`)
  })

  test('of a test say who asked for it', () => {
    expect(testMessage('ann@example.org', AT_MS, sender).facts[0]).toEqual({
      label: 'Asked for by',
      value: 'ann@example.org',
    })
  })
})

describe('what people typed', () => {
  test('is no HTML in a mail', () => {
    const { html, subject, text } = mailOf('ann@example.org', hostile, null)
    expect(html).not.toMatch(/<b>|<!channel|<@U1/)
    expect(html).toContain('&lt;!channel&gt; &amp; &lt;b&gt;&quot;x&quot;&lt;/b&gt; @everyone')
    expect(html).toContain('&#39;#h\\')
    expect([subject, text.includes(`Camera: ${HOSTILE}`)]).toEqual([`Motion at ${HOSTILE}`, true])
  })

  test('cannot leave an attribute of the picture', () => {
    const { html } = mailOf('ann@example.org', hostile, Buffer.from('x'))
    expect(html?.match(/<img [^>]*>/)?.[0]).toMatch(
      /^<img src="cid:picture@nightjar" alt="Motion at [^"<]*" width="480">$/,
    )
  })

  test('mentions and formats nothing in Slack', () => {
    const body = slackBody(hostile)
    const { text, blocks } = JSON.parse(body)
    expect(text).toContain('&lt;!channel&gt; &amp; &lt;b&gt;')
    expect(body.replace(LINK, '')).not.toMatch(/[<>]/)
    const formatted = JSON.stringify(blocks).match(/"type":"mrkdwn","text":"[^"]*"/g)
    expect(formatted).toEqual([`"type":"mrkdwn","text":"${LINK}"`])
  })

  test('stays within the length of a Slack header', () => {
    const { blocks } = JSON.parse(slackBody(message({ camera_name: 'x'.repeat(300) })))
    expect(blocks[0].text.text).toHaveLength(150)
  })

  test('mentions nobody in Discord, and its markdown is letters', () => {
    const { allowed_mentions, embeds } = JSON.parse(discordBody(hostile))
    expect(allowed_mentions).toEqual({ parse: [] })
    const [{ title, description, fields }] = embeds
    for (const text of [title, description, fields[0].value]) {
      expect(text).not.toMatch(/@everyone|@U1/)
      expect(text).toContain('\\`\\*\\_\\~\\|\\[a\\]\\(http://evil.test\\) \\<@\u200bU1\\>')
    }
    expect(description).toMatch(
      /\n\[Open the events\]\(https:\/\/cam\.example\.org\/events\?at=2026-03-10T12:00:00\.000Z&camera=c1\)$/,
    )
  })
})

const pushPorts = (nowMs: number) => ({
  links: { sign: () => '/media/a.jpg', isValid: () => true },
  snoozes: { sign: (id: string) => ({ id, expires: '1', signature: 's' }), isValid: () => true },
  zone: 'UTC',
  nowMs,
})

test('a push of an event whose clip came late says when it was, as not every system shows its time (PUSH-01)', () => {
  const bodyAfter = (minutes: number, told = waitingMail('w', AT_MS)) =>
    pushMessageOf(told, pushPorts(AT_MS + minutes * 60_000)).body
  const soon = 'Motion was detected at Door (Hall).'
  const at = new Date(AT_MS).toISOString().replace('T', ' ').slice(0, 19)
  expect([1, 10, 300].map((minutes) => bodyAfter(minutes))).toEqual([soon, soon, `${soon} This was at ${at} UTC.`])
  expect(bodyAfter(300, waitingMail('w', AT_MS, { kind: 'digest', event_count: 3 })).match(/UTC/g)).toHaveLength(1)
})

test('a digest speaks of a picture where there is one to see (MSG-01)', () => {
  const told = waitingMail('w', AT_MS, {
    kind: 'digest',
    event_count: 3,
    thumbnail_key: blobKey('w', 'thumbnails', 'v', 'jpg'),
  })
  const [shown, bare] = [sender.pictureUrl, null].map((pictureUrl) => messageOf(told, { ...sender, pictureUrl }))
  if (shown === undefined || bare === undefined) throw new Error('there are two')
  const says = (text: string | undefined) => text?.includes('The picture is of the newest clip.')
  expect([slackBody(shown), discordBody(shown)].map(says)).toEqual([true, true])
  expect([slackBody(bare), discordBody(bare)].map(says)).toEqual([false, false])
  const mails = [mailOf('a@example.org', bare, Buffer.from('x')), mailOf('a@example.org', shown, null)]
  expect(mails.map(({ text, html }) => [says(text), says(html)])).toEqual([
    [true, true],
    [false, false],
  ])
  const pushed = [told, { ...told, thumbnail_key: null }].map((row) => pushMessageOf(row, pushPorts(AT_MS)).body)
  expect(pushed.map(says)).toEqual([true, false])
})

test('a picture is a link in the chats, where there is one (MSG-01)', () => {
  expect(JSON.parse(slackBody(message())).blocks[2]).toEqual({
    type: 'image',
    image_url: sender.pictureUrl,
    alt_text: 'Motion at Door',
  })
  expect(JSON.parse(discordBody(message())).embeds[0].image).toEqual({ url: sender.pictureUrl })
  const without = messageOf(waitingMail('w', AT_MS), { ...sender, pictureUrl: null })
  expect([slackBody(without), discordBody(without)].join('')).not.toContain('image')
})
