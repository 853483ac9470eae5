import { expect, test } from 'vitest'
import { signedHeaders } from '../../../server/webhooks/signing'

test('signs as the convention is published (HOOK-05)', () => {
  const signed = signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    sentAtMs: 1_614_265_330_999,
  })
  expect(signed).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})
