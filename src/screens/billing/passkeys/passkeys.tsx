import { Box, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MAX_PASSKEYS } from '../../../contract/sign-in/passkeys'
import { readingOf } from '../../../state/http/reads'
import { hasPasskeysAtom, passkeyObstacleAtom } from '../../../state/sign-in/passkey-offer'
import {
  arePasskeysFullAtom,
  isMakingPasskeyAtom,
  makePasskeyAtom,
  obstacleWords,
  passkeysQueryAtom,
} from '../../../state/sign-in/passkeys'
import { BusyButton } from '../../../ui/forms/busy-button'
import { ListLines } from '../../../ui/layout/list-line'
import { Panel } from '../../../ui/layout/panel'
import { AwaitedRows } from '../../../ui/notices/try-again'
import { PasskeyLine } from './passkey-line'

/** Passkeys of this person, where the provider has them (extension `passkeys`); nothing elsewhere. */
export function Passkeys() {
  if (!useAtomValue(hasPasskeysAtom)) return null
  return (
    <Panel heading="Passkeys">
      <Stack gap="4">
        <Text color="fg.muted" textStyle="sm">
          Sign in with your finger, face, PIN or a security key instead of a code. The code by mail stays as another
          way.
        </Text>
        <OwnPasskeys />
      </Stack>
    </Panel>
  )
}

function OwnPasskeys() {
  const query = useAtomValue(passkeysQueryAtom)
  const passkeys = query.data ?? []
  return (
    <AwaitedRows reading={readingOf(query)} query={query} count={1} missing="The passkeys are not here yet.">
      {passkeys.length === 0 ? (
        <Text>You have no passkey yet.</Text>
      ) : (
        <ListLines label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ListLines>
      )}
      <Adding />
    </AwaitedRows>
  )
}

/** The button, or why there is none. */
function Adding() {
  const obstacle = useAtomValue(passkeyObstacleAtom)
  const isFull = useAtomValue(arePasskeysFullAtom)
  if (obstacle !== null) return <Why text={obstacleWords[obstacle]} />
  if (isFull) return <Why text={`A person has at most ${MAX_PASSKEYS} passkeys. Remove one that you use no more.`} />
  return <AddButton />
}

function Why({ text }: { readonly text: string }) {
  return (
    <Text color="fg.muted" textStyle="sm">
      {text}
    </Text>
  )
}

function AddButton() {
  const make = useSetAtom(makePasskeyAtom)
  const isMaking = useAtomValue(isMakingPasskeyAtom)
  const ending = useRef(new AbortController())
  useEffect(() => {
    ending.current = new AbortController()
    // Who leaves the screen makes none.
    return () => ending.current.abort()
  }, [])
  return (
    <Box>
      <BusyButton size="sm" variant="outline" isBusy={isMaking} onClick={() => void make(ending.current.signal)}>
        <KeyRound size="1rem" aria-hidden />
        Add a Passkey
      </BusyButton>
    </Box>
  )
}
