import { Link, PinInput, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type FormEvent, useState } from 'react'
import { Redirect, Link as RouteLink } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { CODE_LENGTH } from '../../contract/limits'
import { isCompleteCode, readCodeRequest, verifyCodeAtom, verifyPhaseAtom } from '../../state/sign-in/sign-in'
import { BusyButton } from '../../ui/forms/busy-button'
import { SignInFrame } from '../../ui/sign-in/sign-in-frame'
import { ResendButton } from './resend-button'

/** A code copied from its mail may bring its line's end, or stand in two groups. */
function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}

const slots = Array.from({ length: CODE_LENGTH }, (_, index) => index)

export default function VerificationCodeScreen() {
  const request = readCodeRequest(useHistoryState())
  const isVerifying = useAtomValue(verifyPhaseAtom) === 'verifying'
  const verifyCode = useSetAtom(verifyCodeAtom)
  const [digits, setDigits] = useState<string[]>([])
  if (request === null) return <Redirect to="/login" replace />
  const code = digits.join('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void verifyCode(request.email, code)
  }
  return (
    <SignInFrame
      title="Check Your Email"
      line={
        <>
          We sent a 6-digit code to{' '}
          <Text as="span" color="fg" fontWeight="medium" overflowWrap="anywhere">
            {request.email}
          </Text>
        </>
      }
      footer="Code expires in 10 minutes"
    >
      <form onSubmit={submit}>
        <Stack gap="4" align="center">
          <PinInput.Root
            otp
            autoFocus
            // Without a name, Enter would not submit.
            name="code"
            sanitizeValue={withoutSpace}
            size={{ base: 'md', sm: 'lg' }}
            count={CODE_LENGTH}
            value={digits}
            disabled={isVerifying}
            onValueChange={({ value }) => setDigits(value)}
          >
            <PinInput.HiddenInput />
            <PinInput.Control>
              {slots.map((index) => (
                <PinInput.Input key={index} index={index} aria-label={`Digit ${index + 1}`} />
              ))}
            </PinInput.Control>
          </PinInput.Root>
          <BusyButton
            type="submit"
            size="lg"
            width="100%"
            colorPalette="brand"
            isBusy={isVerifying}
            loadingText="Verify Code"
            disabled={!isCompleteCode(code)}
          >
            Verify Code
          </BusyButton>
          <ResendButton email={request.email} />
          <Link asChild colorPalette="brand" minH={{ base: '11', md: '6' }}>
            <RouteLink href="/login">Back to Login</RouteLink>
          </Link>
        </Stack>
      </form>
    </SignInFrame>
  )
}
