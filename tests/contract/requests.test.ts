import { describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls'
import { refusalsOf } from './support/refusals'

const { requestOtp, verifyOtp, refresh, signOut } = calls.auth

describe('an e-mail address (AUTH-23)', () => {
  const email = (typed: unknown) => requestOtp.body.safeParse({ email: typed })

  test.each([
    ['ann@example.org', 'ann@example.org'],
    ['  Ann@Example.ORG ', 'ann@example.org'],
    ['ann+cam@mail.example.org', 'ann+cam@mail.example.org'],
    ['ann@localhost', 'ann@localhost'],
  ])('%j is sent as %j (X-74)', (typed, sent) => {
    expect(email(typed).data).toEqual({ email: sent })
  })

  test.each(['', '   ', 'ann', 'ann@', '@example.org', 'ann@-example.org', 'a b@example.org', 'ann@example..org'])(
    '%j is refused',
    (typed) => {
      expect(refusalsOf(email(typed))).toEqual(['email: This is not an e-mail address.'])
    },
  )

  test('one that is missing or too long is refused with its own sentence', () => {
    expect(refusalsOf(email(undefined))).toEqual(['email: Give an e-mail address.'])
    expect(refusalsOf(email(`${'a'.repeat(250)}@example.org`))).toContain('email: This e-mail address is too long.')
  })
})

describe('a code (AUTH-42)', () => {
  const code = (otp: unknown) => verifyOtp.body.safeParse({ email: 'ann@example.org', otp })

  test('six digits are taken, leading zeros too', () => {
    expect(code('012345').data).toEqual({ email: 'ann@example.org', otp: '012345' })
  })

  test.each(['12345', '1234567', '12345a', ' 12345', '１２３４５６', '123456\n'])('%j is refused', (otp) => {
    expect(refusalsOf(code(otp))).toEqual(['otp: The code has exactly 6 digits.'])
  })

  test('a number or none is refused with a sentence', () => {
    expect(refusalsOf(code(123456))).toEqual(['otp: Give the code from the mail.'])
    expect(refusalsOf(code(undefined))).toEqual(['otp: Give the code from the mail.'])
  })
})

test.each([
  ['refresh', refresh],
  ['sign-out', signOut],
])('%s asks for the refresh token (API-06)', (_name, { body }) => {
  expect(body.safeParse({ refreshToken: 'secret' }).data).toEqual({ refreshToken: 'secret' })
  expect(refusalsOf(body.safeParse({}))).toEqual(['refreshToken: Give the refresh token.'])
})

describe('a query of a paged list (HUB-03)', () => {
  const { query } = calls.events.list

  test('texts of an address become numbers', () => {
    expect(query.safeParse({ page: '2', pageSize: '5' }).data).toEqual({ page: 2, pageSize: 5 })
  })

  test('pages count from 0, and a query may say nothing (HUB-03)', () => {
    expect(query.safeParse({}).data).toEqual({ page: 0, pageSize: 20 })
  })

  test.each([{ page: '-1' }, { page: '1.5' }, { page: 'x' }, { pageSize: '0' }, { pageSize: '101' }])(
    '%j is refused',
    (asked) => {
      expect(query.safeParse(asked).success).toBe(false)
      expect(calls.videos.list.query.safeParse(asked).success).toBe(false)
    },
  )

  test('100 rows a page are taken, as the dashboard asks for (API-15)', () => {
    expect(query.safeParse({ page: 0, pageSize: 100 }).success).toBe(true)
  })

  test('dates are ISO times (API-15)', () => {
    const dates = { dateStart: '2026-03-09T12:00:00.000Z', dateEnd: '2026-03-10T12:00:00.000Z' }
    expect(query.safeParse(dates).data).toMatchObject(dates)
    expect(refusalsOf(query.safeParse({ dateStart: 'yesterday' }))).toEqual([
      'dateStart: Times are ISO 8601 with a zone, such as 2026-01-31T12:00:00Z.',
    ])
  })
})

describe('a test of an integration (X-24)', () => {
  const { body } = calls.events.test

  test.each(['email', 'slack', 'discord'])('%s is a type', (type) => {
    expect(body.safeParse({ type, connectionValue: 'x' }).data).toEqual({ type, connectionValue: 'x' })
  })

  test('other types are refused', () => {
    const refusals = refusalsOf(body.safeParse({ type: 'sms', connectionValue: 'x' }))
    expect(refusals).toEqual(['type: The type is email, slack or discord.'])
  })
})

test('billing takes its products and periods (API-32)', () => {
  const { body } = calls.billing.checkout
  const asked = { workspaceId: 'w', product: 'PRO', billingCycle: 'YEARLY' }
  expect(body.safeParse(asked).data).toEqual(asked)
  expect(body.safeParse({ ...asked, product: 'FREE' }).success).toBe(false)
  expect(body.safeParse({ ...asked, billingCycle: 'WEEKLY' }).success).toBe(false)
  expect(refusalsOf(calls.billing.portal.body.safeParse({}))).toEqual(['returnUrl: Give the returnUrl.'])
})

test('a chat message is trimmed, not blank, and names its chat or none (API-24)', () => {
  const { body } = calls.chats.send
  const asked = { message: '  Who came? ', existingChatId: null }
  expect(body.safeParse(asked).data).toEqual({ message: 'Who came?', existingChatId: null })
  expect(body.safeParse({ ...asked, message: '  ' }).success).toBe(false)
  expect(body.safeParse({ message: 'Hi' }).success).toBe(false)
})
