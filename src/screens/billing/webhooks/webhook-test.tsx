import { Flex, Text } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import type { Webhook } from '../../../contract/notifications/webhooks'
import { type TestOutcome, testWebhookAtom } from '../../../state/notifications/webhooks'
import { BusyButton } from '../../../ui/forms/busy-button'

type Testing = { readonly phase: 'idle' } | { readonly phase: 'testing' } | ({ readonly phase: 'told' } & TestOutcome)

/** Calls a webhook once, and says what came of it. */
export function WebhookTest({ webhook }: { readonly webhook: Webhook }) {
  const test = useSetAtom(testWebhookAtom)
  const [testing, setTesting] = useState<Testing>({ phase: 'idle' })
  const send = async () => {
    setTesting({ phase: 'testing' })
    setTesting({ phase: 'told', ...(await test(webhook)) })
  }
  return (
    <Flex gap="4" align="center" wrap="wrap">
      <BusyButton variant="outline" size="sm" isBusy={testing.phase === 'testing'} onClick={() => void send()}>
        Send Test
      </BusyButton>
      <Text role="status" flex="1 1 14rem" textStyle="sm" minH="1lh" overflowWrap="anywhere">
        {testing.phase === 'testing' && 'Calling…'}
        {testing.phase === 'told' && testing.text}
      </Text>
    </Flex>
  )
}
