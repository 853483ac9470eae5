import { Button } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { firstResendAtMs, nextResendAtMs, resendCodeAtom, secondsLeft } from '../../state/sign-in/resend-countdown'
import { usePending } from '../../ui/forms/use-pending'
import { isFocusLost } from '../../ui/layout/focus-keeper'
import { useNow } from '../../ui/layout/use-now'

/**
 * The clock may be set back meanwhile, and the time since the page began stand still in a sleep: whichever goes on counts.
 */
function waitFrom(setAtMs: number, endAtMs: number) {
  return { setAtMs, setAtTick: performance.now(), endAtMs }
}

/** 'Resend Code', disabled and counting until it may be used (AUTH-43, X-07). */
export function ResendButton(props: {
  readonly email: string
  /** It was sent, and the button, disabled now, had the focus. */
  readonly onFocusLost: () => void
}) {
  const resend = useSetAtom(resendCodeAtom)
  const nowMs = useNow(250)
  const [wait, setWait] = useState(() => waitFrom(Date.now(), firstResendAtMs(Date.now())))
  const [isSending, run] = usePending()
  const seconds = secondsLeft(wait.endAtMs, Math.max(nowMs, wait.setAtMs + performance.now() - wait.setAtTick))
  const send = async () => {
    const outcome = await resend(props.email)
    const setAtMs = Date.now()
    if (outcome.kind !== 'sent') return
    setWait(waitFrom(setAtMs, nextResendAtMs(outcome.retryAt, setAtMs)))
    if (isFocusLost()) props.onFocusLost()
  }
  return (
    <Button type="button" variant="ghost" size="sm" disabled={seconds > 0 || isSending} onClick={() => void run(send)}>
      {seconds > 0 ? `Resend Code (${seconds}s)` : 'Resend Code'}
    </Button>
  )
}
