import { Button } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { firstResendAtMs, nextResendAtMs, resendCodeAtom, secondsLeft } from '../../state/sign-in/resend-countdown'
import { usePending } from '../../ui/forms/use-pending'
import { isFocusLost } from '../../ui/layout/focus-keeper'
import { useNow } from '../../ui/layout/use-now'

/** 'Resend Code', disabled and counting until it may be used (AUTH-43, X-07). */
export function ResendButton(props: {
  readonly email: string
  /** It was sent, and the button, disabled now, had the focus. */
  readonly onFocusLost: () => void
}) {
  const resend = useSetAtom(resendCodeAtom)
  const nowMs = useNow(250)
  // The clock above is read a few times a second; counting never begins before the wait was set.
  const [wait, setWait] = useState(() => ({ setAtMs: Date.now(), endAtMs: firstResendAtMs(Date.now()) }))
  const [isSending, run] = usePending()
  const seconds = secondsLeft(wait.endAtMs, Math.max(nowMs, wait.setAtMs))
  const send = async () => {
    const outcome = await resend(props.email)
    const setAtMs = Date.now()
    if (outcome.kind !== 'sent') return
    setWait({ setAtMs, endAtMs: nextResendAtMs(outcome.retryAt, setAtMs) })
    if (isFocusLost()) props.onFocusLost()
  }
  return (
    <Button type="button" variant="ghost" size="sm" disabled={seconds > 0 || isSending} onClick={() => void run(send)}>
      {seconds > 0 ? `Resend Code (${seconds}s)` : 'Resend Code'}
    </Button>
  )
}
