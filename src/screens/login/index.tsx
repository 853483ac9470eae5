import { Button, CloseButton, Field, Flex, Input, Spinner, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type FormEvent, useState } from 'react'
import { Redirect } from 'wouter'
import { launchBannerText } from '../../state/sign-in/launch-banner'
import { sessionAtom } from '../../state/sign-in/session'
import { requestCodeAtom, requestCodePhaseAtom } from '../../state/sign-in/sign-in'
import { SignInFrame } from '../../ui/sign-in/sign-in-frame'
import { PasskeyButton } from './passkey-button'

export default function LoginScreen() {
  const session = useAtomValue(sessionAtom)
  const isSubmitting = useAtomValue(requestCodePhaseAtom) === 'submitting'
  const requestCode = useSetAtom(requestCodeAtom)
  const [email, setEmail] = useState('')
  if (session.phase === 'signed-in') return <Redirect to="/dashboard" replace />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void requestCode(email)
  }
  return (
    <SignInFrame
      title="Welcome Back"
      line="Secure access to your surveillance system"
      footer="Protected by enterprise-grade encryption"
      banner={<LaunchBanner text={launchBannerText(new Date())} />}
    >
      <form onSubmit={submit}>
        <Stack gap="4">
          <Field.Root>
            <Field.Label>Email</Field.Label>
            <Input
              type="email"
              name="email"
              // `webauthn`: where there are passkeys, the browser offers them here too (PASS-11).
              autoComplete="email webauthn"
              placeholder="Enter your email"
              size="lg"
              value={email}
              disabled={isSubmitting}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          </Field.Root>
          <Button type="submit" size="lg" colorPalette="brand" disabled={email.trim() === '' || isSubmitting}>
            {isSubmitting && <Spinner size="sm" aria-hidden />}
            Secure Sign In
          </Button>
          {isSubmitting && <VisuallyHidden role="status">Sending the code</VisuallyHidden>}
          <PasskeyButton />
        </Stack>
      </form>
    </SignInFrame>
  )
}

/** The green launch banner; a dismissal lasts for the page view. */
function LaunchBanner(props: { readonly text: string | null }) {
  const [isDismissed, setIsDismissed] = useState(false)
  if (props.text === null || isDismissed) return null
  return (
    <Flex
      as="header"
      bg="go"
      color="white"
      align="center"
      justify="center"
      gap="3"
      // Room for the button at its end.
      px="12"
      py="2"
      position="relative"
    >
      <Text textStyle="sm" textAlign="center">
        {props.text}
      </Text>
      <CloseButton
        size="xs"
        color="white"
        _hover={{ bg: 'go.hover' }}
        position="absolute"
        insetEnd="2"
        aria-label="Dismiss"
        onClick={() => setIsDismissed(true)}
      />
    </Flex>
  )
}
