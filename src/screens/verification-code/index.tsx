import { Link, PinInput, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Redirect, Link as RouteLink } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { CODE_LENGTH } from '../../contract/limits'
import { alertAtom } from '../../state/alert'
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
  const isTold = useAtomValue(alertAtom) !== null
  const firstSlot = useRef<HTMLInputElement>(null)
  // The dialog has the focus, and gives it to the button again, which is disabled then.
  useEffect(() => {
    if (digits.length === 0 && !isTold) firstSlot.current?.focus()
  }, [digits.length, isTold])
  if (request === null) return <Redirect to="/login" replace />
  const code = digits.join('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await verifyCode(request.email, code)) setDigits([])
  }
  const submitAtEnter = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key === 'Enter') currentTarget.closest('form')?.requestSubmit()
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
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="4" align="center">
          <PinInput.Root
            otp
            autoFocus
            sanitizeValue={withoutSpace}
            size={{ base: 'md', sm: 'lg' }}
            count={CODE_LENGTH}
            value={digits}
            disabled={isVerifying}
            onValueChange={({ value }) => setDigits(value)}
            maxW="100%"
          >
            {/*
             * The library submits at Enter only with an input more, which has the whole code and is hidden. Its six are as
             * wide as they are high: with letters twice as large the first would stand out of a telephone, where nobody gets.
             */}
            <PinInput.Control
              onKeyDown={submitAtEnter}
              maxW="100%"
              // Of no letter's size: where those are large the fields need the room between them.
              gap="8px"
            >
              {slots.map((index) => (
                <PinInput.Input
                  key={index}
                  ref={index === 0 ? firstSlot : null}
                  index={index}
                  aria-label={`Digit ${index + 1}`}
                  minW="0"
                  px="0"
                />
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
          <ResendButton email={request.email} onFocusLost={() => firstSlot.current?.focus()} />
          <Link asChild colorPalette="brand" minH={{ base: '11', md: '6' }}>
            <RouteLink href="/login">Back to Login</RouteLink>
          </Link>
        </Stack>
      </form>
    </SignInFrame>
  )
}
