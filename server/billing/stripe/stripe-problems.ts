/** Its error classes are loaded with the rest of it, so that they are known by their mark. */
export function isFromStripe(problem: unknown): problem is Error {
  return problem instanceof Error && 'type' in problem && String(problem.type).startsWith('Stripe')
}

/** It could not be reached, or took too long. */
export function isAway(problem: unknown): boolean {
  return isFromStripe(problem) && 'type' in problem && problem.type === 'StripeConnectionError'
}

/** The customer was deleted at Stripe, or is of another account: one of test mode is none of live mode. */
export function isUnknownCustomer(problem: unknown): boolean {
  return isMissing(problem, 'customer')
}

/** `param`: what Stripe was given that it does not know; `id` where that itself was asked for. */
export function isMissing(problem: unknown, param: 'customer' | 'id'): boolean {
  if (!isFromStripe(problem) || !('code' in problem) || !('param' in problem)) return false
  return problem.code === 'resource_missing' && problem.param === param
}
