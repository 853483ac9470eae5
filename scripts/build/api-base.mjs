import { Failure } from '../command-line/failure.mjs'

/**
 * Throws Failure where calls of the app would lead nowhere: what VITE_API_BASE says stands before /v1 as it is.
 * @param {string | undefined} address
 */
export function requireApiBase(address) {
  if (!address || /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/"'?#@:*;[\]]+)(:\d+)?(\/[^/\s"'?#]+)*$/i.test(address)) return
  throw new Failure(
    'VITE_API_BASE must be an http or https address without a slash at its end, such as https://api.example.org.',
  )
}
