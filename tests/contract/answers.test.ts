import { describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls'
import { foreignErrorBody } from '../../src/contract/errors'
import { accessTokenPayload } from '../../src/contract/sign-in/auth'

describe('what another provider leaves out or sends as null (what is specified are fields, not a schema)', () => {
  test('a camera has its nine fields with their defaults, and no sensitivity stays none (CAM-23, X-55)', () => {
    const camera = {
      id: 'c',
      name: '',
      location: '',
      status: 'OFFLINE',
      isMotionEnabled: false,
      isAudioEnabled: false,
      motionSensitivity: null,
      deviceId: '',
      deviceLabel: '',
    }
    expect(calls.cameras.list.answer.parse([{ id: 'c' }])).toEqual([camera])
    const nulls = Object.fromEntries(Object.keys(camera).map((name) => [name, null]))
    expect(calls.cameras.create.answer.parse({ ...nulls, id: 'c', status: 'SLEEPING' })).toEqual(camera)
  })

  test('a camera without an id is not a camera', () => {
    expect(calls.cameras.create.answer.safeParse({ name: 'Door' }).success).toBe(false)
  })

  test.each([
    [undefined, {}],
    [null, {}],
    ['ok', {}],
    [{ ok: true }, {}],
    [{ id: 7, isAudioEnabled: null }, {}],
    [
      { id: 7, motionSensitivity: 0 },
      { id: '7', motionSensitivity: 0 },
    ],
  ])('a toggle may be answered with no camera, or with some of it: %j', (answer, read) => {
    expect(calls.cameras.setMotionAudio.answer.parse(answer)).toEqual(read)
  })

  test('ids may be numbers: the specification gives no types', () => {
    expect(calls.cameras.list.answer.parse([{ id: 7, name: 'Door' }])[0]?.id).toBe('7')
    expect(calls.cameras.checkStatuses.answer.parse([{ id: 7, status: 'ONLINE' }])[0]?.id).toBe('7')
    expect(calls.events.list.answer.parse({ events: [{ id: 7, videoId: 8 }] }).events[0]).toMatchObject({
      id: '7',
      videoId: '8',
    })
    expect(calls.videos.list.answer.parse({ videos: [{ id: 7 }] }).videos[0]?.id).toBe('7')
    expect(calls.screenshots.list.answer.parse([{ cameraId: 7, screenshotUrl: '/s' }])[0]?.cameraId).toBe('7')
    expect(calls.chats.latest.answer.parse({ id: 7, workspaceId: 8, chatMessages: [{ id: 9 }] })).toMatchObject({
      id: '7',
      workspaceId: '8',
      chatMessages: [{ id: '9' }],
    })
    expect(calls.workspaces.one.answer.parse({ id: 7 }).id).toBe('7')
    const pair = { token: 't', refreshToken: 'r', workspaceId: 7 }
    expect(calls.auth.verifyOtp.answer.parse(pair)).toEqual({ ...pair, workspaceId: '7' })
    expect(accessTokenPayload.parse({ email: 'a@b.c', sub: 7, workspaceId: 8 })).toMatchObject({ sub: '7' })
  })

  test('times may be milliseconds, and none that is past all calendars', () => {
    const ms = Date.UTC(2026, 2, 10, 12)
    const iso = '2026-03-10T12:00:00.000Z'
    const event = (createdAt: unknown) => calls.events.list.answer.parse({ events: [{ id: 'e', createdAt }] }).events[0]
    expect([event(ms)?.createdAt, event(1e20)?.createdAt]).toEqual([iso, ''])
    expect(calls.videos.list.answer.parse({ videos: [{ id: 'v', createdAt: ms }] }).videos[0]?.createdAt).toBe(iso)
    expect(calls.auth.requestOtp.answer.parse({ retryAt: ms })).toEqual({ isNewUser: false, retryAt: iso })
    expect(calls.chats.latest.answer.parse({ chatMessages: [{ timestamp: ms }] }).chatMessages[0]?.timestamp).toBe(iso)
    expect(calls.workspaces.one.answer.parse({ workspaceUsagePeriod: { tier: 'PRO', billingEnd: ms } })).toMatchObject({
      workspaceUsagePeriod: { billingEnd: iso },
    })
  })

  test('one unreadable row does not empty a list: the others are read', () => {
    const bad = [null, 7, 'x', {}, []]
    const shot = { cameraId: 'c', screenshotUrl: 'http://hub/media/1' }
    const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)
    expect(ids(calls.cameras.list.answer.parse([...bad, { id: 'c' }]))).toEqual(['c'])
    expect(ids(calls.events.list.answer.parse({ events: [{ id: 'e' }, ...bad], total: 6 }).events)).toEqual(['e'])
    expect(ids(calls.videos.list.answer.parse({ videos: [...bad, { id: 'v' }], total: 6 }).videos)).toEqual(['v'])
    expect(calls.screenshots.list.answer.parse([...bad, { cameraId: 'd' }, shot])).toEqual([shot])
  })

  test('what is no list at all is no answer', () => {
    expect(calls.cameras.list.answer.safeParse({ cameras: [] }).success).toBe(false)
    expect(calls.events.list.answer.safeParse({ total: 0 }).success).toBe(false)
  })

  test('an event or a recording may come without its time', () => {
    expect(calls.events.list.answer.parse({ events: [{ id: 'e' }] }).events[0]?.createdAt).toBe('')
    expect(calls.videos.list.answer.parse({ videos: [{ id: 'v', createdAt: {} }] }).videos[0]?.createdAt).toBe('')
  })

  test('a status that is neither ONLINE nor OFFLINE stays as it is (X-11)', () => {
    expect(calls.cameras.checkStatuses.answer.parse([{ id: 'c', status: 'SLEEPING' }, {}])).toEqual([
      { id: 'c', status: 'SLEEPING' },
      { id: '', status: '' },
    ])
  })

  test('an event has its defaults', () => {
    const bare = { id: 'e', createdAt: '2026-03-10T12:00:00Z' }
    const event = { ...bare, type: 'MOTION', title: '', message: '', videoId: null, video: null }
    expect(calls.events.list.answer.parse({ events: [bare] })).toEqual({ events: [event], total: 0 })
    const video = { thumbnailUrl: null, camera: null }
    expect(calls.events.list.answer.parse({ events: [{ ...bare, video: {} }], total: null }).events[0]?.video).toEqual(
      video,
    )
  })

  test('a video has its defaults, and an unknown notification type is none (X-67)', () => {
    const bare = { id: 'v', createdAt: '2026-03-10T12:00:00Z' }
    expect(calls.videos.list.answer.parse({ videos: [{ ...bare, notificationType: 'ALIEN' }], total: 1 })).toEqual({
      videos: [
        {
          ...bare,
          title: '',
          type: '',
          notificationType: null,
          quality: '',
          size: 0,
          thumbnailUrl: null,
          videoUrl: null,
          camera: null,
        },
      ],
      total: 1,
    })
  })

  test.each(['PERSON', 'person', 'Person'])(
    'the type of an event or a recording may be written %s (X-01, X-67)',
    (type) => {
      expect(calls.events.list.answer.parse({ events: [{ id: 'e', type }] }).events[0]?.type).toBe('PERSON')
      const videos = [{ id: 'v', notificationType: type }]
      expect(calls.videos.list.answer.parse({ videos }).videos[0]?.notificationType).toBe('PERSON')
    },
  )

  test('links are required: without one there is nothing to open', () => {
    expect(calls.videos.one.answer.safeParse({ videoUrl: null }).success).toBe(false)
    expect(calls.videos.download.answer.safeParse({}).success).toBe(false)
    expect(calls.billing.portal.answer.safeParse({}).success).toBe(false)
    expect(calls.screenshots.list.answer.parse([{ cameraId: 'c' }])).toEqual([])
  })

  test('a workspace of an unknown tier counts as FREE and one without billing as none (X-19)', () => {
    const { answer } = calls.workspaces.one
    expect(answer.parse({})).toEqual({ id: '', stripeCustomer: null, workspaceUsagePeriod: null })
    expect(answer.parse({ stripeCustomer: { tier: 'GOLD' }, workspaceUsagePeriod: { tier: 'PRO' } })).toEqual({
      id: '',
      stripeCustomer: { tier: 'FREE', billingPeriod: 'MONTHLY' },
      workspaceUsagePeriod: { tier: 'PRO', billingEnd: null },
    })
  })

  test('missing quotas read as zero (DASH-24)', () => {
    const none = { used: 0, total: 0, percentage: 0 }
    expect(calls.workspaces.usage.answer.parse({ storage: { used: 5 }, cameras: null })).toEqual({
      storage: { ...none, used: 5 },
      notifications: none,
      aiChats: none,
      cameras: none,
    })
  })

  test('a request for a code may be answered without retryAt (X-06)', () => {
    expect(calls.auth.requestOtp.answer.parse({})).toEqual({ isNewUser: false, retryAt: null })
  })

  test('a sign-in without its tokens is no sign-in (AUTH-48)', () => {
    expect(calls.auth.verifyOtp.answer.safeParse({ token: 't', refreshToken: 'r' }).success).toBe(false)
    expect(calls.auth.refresh.answer.safeParse({ token: 't' }).success).toBe(false)
  })

  test('a chat may come without messages, and its creation without a body (X-17)', () => {
    expect(calls.chats.latest.answer.parse({ chatMessages: null })).toEqual({
      id: null,
      workspaceId: null,
      chatMessages: [],
    })
    expect(calls.chats.create.answer.parse(undefined)).toBe(null)
  })

  test('answers that are not read may be anything (API-13, API-14)', () => {
    for (const call of [calls.cameras.update, calls.videos.upload, calls.screenshots.upload, calls.auth.signOut]) {
      expect(call.answer.safeParse(undefined).success).toBe(true)
      expect(call.answer.safeParse('thanks').success).toBe(true)
    }
  })
})

describe('the workspace config (NOTIF-11, NOTIF-12)', () => {
  const { read, setNotifications, setIntegrations } = calls.workspaceConfig

  test('has motion, person, alert and e-mail on and the rest off where nothing is said', () => {
    expect(read.answer.parse({})).toEqual({
      notifyOnMotion: true,
      notifyOnPerson: true,
      notifyOnAlert: true,
      notifyOnError: false,
      emailEnabled: true,
      notifyEmail: null,
      slackEnabled: false,
      notifySlackWebhook: null,
      discordEnabled: false,
      notifyDiscordWebhook: null,
      smsEnabled: false,
      notifySmsNumber: null,
    })
  })

  test('an answer to a change names only what it says: a field left out keeps its value (NOTIF-20, NOTIF-21)', () => {
    const config = read.answer.parse({ notifyOnPerson: false, notifyEmail: 'ann@example.org' })
    const changed = setNotifications.answer.parse({ notifyOnMotion: false })
    expect(Object.keys(changed)).toEqual(['notifyOnMotion'])
    expect({ ...config, ...changed }).toEqual({ ...config, notifyOnMotion: false })
  })

  test('an address may be taken away with null', () => {
    expect(setIntegrations.answer.parse({ notifyEmail: null })).toEqual({ notifyEmail: null })
  })

  test.each([undefined, null, 'ok', []])('an answer of %j changes nothing', (answer) => {
    expect(setNotifications.answer.parse(answer)).toEqual({})
  })

  test('a value of the wrong kind changes nothing', () => {
    const config = read.answer.parse({})
    const changed = setNotifications.answer.parse({ notifyOnMotion: null, notifyOnPerson: 'on', notifyOnError: true })
    expect({ ...config, ...changed }).toEqual({ ...config, notifyOnError: true })
  })

  test('a change of integrations sends exactly seven keys (X-64)', () => {
    const settings = {
      emailEnabled: true,
      notifyEmail: 'ann@example.org',
      slackEnabled: false,
      notifySlackWebhook: null,
      discordEnabled: false,
      notifyDiscordWebhook: null,
      smsEnabled: false,
    }
    expect(setIntegrations.body.parse({ ...settings, notifySmsNumber: '1' })).toEqual(settings)
  })
})

test('an error body of any provider may say little (X-26)', () => {
  expect(foreignErrorBody.parse({ message: 7, code: null })).toEqual({})
  expect(foreignErrorBody.parse({ message: 'No.', retryAt: '2026-03-10T12:01:00Z' })).toEqual({
    message: 'No.',
    retryAt: '2026-03-10T12:01:00Z',
  })
})

test('the payload of an access token has at least an e-mail (SESS-02)', () => {
  expect(accessTokenPayload.parse({ email: 'ann@example.org', iat: 1 })).toEqual({ email: 'ann@example.org' })
  expect(accessTokenPayload.safeParse({ sub: 'u' }).success).toBe(false)
})
