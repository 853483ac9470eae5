import { Button, Spinner, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import { Link as RouteLink } from 'wouter'
import { PAIRING_PAGE } from '../../contract/sign-in/pairings'
import { askAgainAtom, pairStepAtom, redeemLinkAtom } from '../../state/sign-in/pair-device'
import { sessionAtom } from '../../state/sign-in/session'
import { SignInFrame } from '../../ui/sign-in/sign-in-frame'

/** What a pairing link opens on the other device (PAIR-07). Nothing is told of anybody before the press. */
export default function PairScreen() {
  const token = useToken()
  const step = useAtomValue(pairStepAtom)
  return (
    <SignInFrame
      title="Use this device as a camera"
      line="A link from your other device brought you here"
      footer="The link works once, and for 10 minutes"
    >
      {token === '' ? (
        <Refusal text="This address is only half of the link. Scan the code on your other device once more: Cameras, Add another device." />
      ) : step.phase === 'refused' ? (
        <Refusal text={step.text} />
      ) : step.phase === 'unanswered' ? (
        <Unanswered text={step.text} token={token} />
      ) : (
        <Question token={token} isBusy={step.phase === 'redeeming'} />
      )}
    </SignInFrame>
  )
}

/** Out of the address bar at once: nobody else shall read it there, nor find it in the history. */
function useToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1))
  const askAgain = useSetAtom(askAgainAtom)
  useEffect(() => {
    const take = () => {
      const next = location.hash.slice(1)
      if (next === '') return
      history.replaceState(history.state, '', PAIRING_PAGE)
      setToken(next)
      askAgain()
    }
    take()
    // Another code was scanned while this page was open.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [askAgain])
  return token
}

function Question({ token, isBusy }: { readonly token: string; readonly isBusy: boolean }) {
  const session = useAtomValue(sessionAtom)
  const redeem = useSetAtom(redeemLinkAtom)
  const isElse = session.phase === 'signed-in'
  return (
    <Stack gap="4">
      <Text>
        This browser is signed in for whoever made the link, until they or you sign it out. Next it asks for the camera,
        and what the camera sees is recorded there.
      </Text>
      {isElse && (
        <Text fontWeight="medium" overflowWrap="anywhere">
          You are signed in here{session.email === null ? '' : ` as ${session.email}`}. Going on ends that on this
          device.
        </Text>
      )}
      <Button
        size="lg"
        colorPalette="brand"
        disabled={isBusy}
        whiteSpace="normal"
        height="auto"
        minH="11"
        py="2"
        onClick={() => void redeem(token)}
      >
        {isBusy && <Spinner size="sm" aria-hidden />}
        {isElse ? 'Sign out and use this device as a camera' : 'Use this device as a camera'}
      </Button>
      {isBusy && <VisuallyHidden role="status">Signing in</VisuallyHidden>}
      <Button asChild variant="ghost">
        <RouteLink href={isElse ? '/dashboard' : '/login'}>{isElse ? 'Stay signed in' : 'Not now'}</RouteLink>
      </Button>
    </Stack>
  )
}

/** The address has lost the token: only this page can use it once more. */
function Unanswered({ text, token }: { readonly text: string; readonly token: string }) {
  const redeem = useSetAtom(redeemLinkAtom)
  return (
    <Stack gap="4">
      <Text role="alert">{text}</Text>
      <Button size="lg" colorPalette="brand" onClick={() => void redeem(token)}>
        Try Again
      </Button>
      <Button asChild variant="ghost">
        <RouteLink href="/login">Sign in with e-mail instead</RouteLink>
      </Button>
    </Stack>
  )
}

function Refusal({ text }: { readonly text: string }) {
  return (
    <Stack gap="4">
      <Text role="alert">{text}</Text>
      <Button asChild variant="outline" size="lg">
        <RouteLink href="/login">Sign in with e-mail instead</RouteLink>
      </Button>
    </Stack>
  )
}
