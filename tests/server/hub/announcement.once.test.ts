import { expect, test } from 'vitest'
import { announcement } from '../../../server/hub/announcement'

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':')
const reach = (origins: readonly string[], isOpen = true) => ({
  origins: () => [...origins],
  fingerprint: () => FINGERPRINT,
  isOpen,
})

test('a hub for this machine alone says one line (ENV-02)', () => {
  expect(announcement('http://localhost:8080', reach([], false), null)).toBe(
    'Nightjar is ready at http://localhost:8080\n',
  )
})

test('a hub for the network says each address, the fingerprint, and the first as a QR code (LAN-03)', () => {
  const origins = ['https://192.168.1.7:8443', 'https://[2001:db8::7]:8443']
  const [ready, first, second, fingerprint, ...code] = announcement(
    'http://localhost:8080',
    reach(origins),
    null,
  ).split('\n')
  expect([ready, first, second]).toEqual([
    'Nightjar is ready at http://localhost:8080',
    `On the local network: ${origins[0]}`,
    `On the local network: ${origins[1]}`,
  ])
  expect(fingerprint).toBe(`SHA-256 of its certificate: ${FINGERPRINT}`)
  // Half blocks in a square, two modules a line.
  const rows = code.filter((row) => row !== '')
  expect(new Set(rows.map((row) => row.length)).size).toBe(1)
  expect(rows.join('')).toMatch(/^[█▀▄ ]+$/)
  expect(rows.length).toBe(Math.ceil((rows[0]?.length ?? 0) / 2))
})

test('one that is in no network says so (LAN-03)', () => {
  expect(announcement('http://localhost:8080', reach([]), null)).toMatch(
    /\nThis machine is in no network now: connect it/,
  )
})

test.each([
  ['http://localhost:8080', true],
  ['https://cam.example.org', false],
  ['https://192.168.1.7:8443', false],
])(
  'says of links in mails that begin with %s whether only this machine can follow them: %s (ENV-08)',
  (origin, isSaid) => {
    const said = announcement('http://localhost:8080', reach([], false), origin)
    expect(/Links in mails lead to \S+, .* set PUBLIC_URL/.test(said)).toBe(isSaid)
  },
)

test('says of addresses for a network that it does not serve that they do nothing (ENV-17)', () => {
  const said = (isOpen: boolean) =>
    announcement('http://localhost:8080', reach([], isOpen), null, ['192.168.1.7']).includes('LAN_ADDRESSES')
  expect([said(false), said(true)]).toEqual([true, false])
})
