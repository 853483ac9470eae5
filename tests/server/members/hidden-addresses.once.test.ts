import { expect, test } from 'vitest'
import { withoutAddresses } from '../../../server/members/hidden-addresses'

test.each([
  ['2 users: ann@example.org and bob@home.', '2 users: somebody and somebody.'],
  ['**ann@example.org**, [ann@example.org](mailto:ann@example.org)', 'somebody, [somebody](mailto:somebody)'],
  ['|ann@example.org|bob@example.org|', 'somebody'],
  // Of languages without blanks, and of the quotes that books have, nothing else goes: no address has such letters.
  ['成员是ann@example.org和bob@example.org。没有别人。', '成员是somebody和somebody。没有别人。'],
  ['“ann@example.org”, ann@example.org’s choice', '“somebody”, somebody’s choice'],
])('a program reads nobody’s address, and all else: %s (TOKEN-05)', (answer, shown) => {
  expect(withoutAddresses(answer)).toBe(shown)
})

test.each([
  ['of one letter', 'a'.repeat(60_000)],
  ['of dots behind an address', `a@${'.'.repeat(60_000)}`],
])('an answer that a model ends with a line %s holds the hub up for no second (TOKEN-05)', (_, answer) => {
  const atMs = performance.now()
  withoutAddresses(answer)
  expect(performance.now() - atMs).toBeLessThan(1_000)
})
