import { test } from '../support/test'

/** Live pictures go to all addresses of a machine: only where those are the test's own (scripts/test/own-network.mjs). */
export function onlyInOwnNetwork(): void {
  test.skip(process.env['NIGHTJAR_TEST_OWN_NETWORK'] !== '1', 'This machine lets tests make no network of their own.')
}
