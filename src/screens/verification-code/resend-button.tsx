import { Button } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { firstResendAtMs, nextResendAtMs, resendCodeAtom, secondsLeft } from '../../state/sign-in'
import { useNow } from '../../ui/use-now'

/** 'Resend Code', disabled and counting until it may be used (spec 4, X-07). */
export function ResendButton(props: { readonly email: string }) {
  const resend = useSetAtom(resendCodeAtom)
  const nowMs = useNow(250)
  const [readyAtMs, setReadyAtMs] = useState(() => firstResendAtMs(Date.now()))
  const [isSending, setIsSending] = useState(false)
  const seconds = secondsLeft(readyAtMs, nowMs)
  const send = async () => {
    setIsSending(true)
    const outcome = await resend(props.email)
    setIsSending(false)
    if (outcome.kind === 'sent') setReadyAtMs(nextResendAtMs(outcome.retryAt, Date.now()))
  }
  return (
    <Button type="button" variant="ghost" size="sm" disabled={seconds > 0 || isSending} onClick={() => void send()}>
      {seconds > 0 ? `Resend Code (${seconds}s)` : 'Resend Code'}
    </Button>
  )
}
