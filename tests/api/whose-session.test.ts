import { expect, test } from 'vitest'
import { isOfSameUser, issueOf } from '../../src/api/whose-session'
import { jwt } from '../support/jwt'

const session = (payload: object, workspaceId = '7') => ({ token: jwt(payload), refreshToken: 'r', workspaceId })

test.each([
  ['an id', { sub: 'ann' }, { sub: 'bob' }],
  ['an id that is a number', { sub: 1 }, { sub: 2 }],
  ['an e-mail address, where the id cannot be read', { sub: {}, email: 'ann@x.org' }, { sub: {}, email: 'bob@x.org' }],
  ['one of them, whatever else the token says', { sub: 1, iat: 'now', sid: 5 }, { sub: 2, iat: 'now', sid: 5 }],
])('members of one workspace are told apart by %s (SESS-02, X-89)', (_what, ann, bob) => {
  expect(isOfSameUser(session(ann), session(bob))).toBe(false)
  expect(isOfSameUser(session(ann), session(ann))).toBe(true)
  expect(isOfSameUser(session(ann), session(ann, '8'))).toBe(false)
})

test('when a token was issued is told also where its id is a number (SESS-14)', () => {
  expect(issueOf(jwt({ sub: 7, iat: 1_700_000_000 }))).toEqual({ person: '7', atSec: 1_700_000_000 })
  expect(issueOf('opaque')).toEqual({ person: undefined, atSec: undefined })
})
