import { Box, Button } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useRef } from 'react'
import { declineOfferAtom, putOfferOffAtom } from '../../state/sign-in/passkey-offer'
import { isMakingPasskeyAtom, makePasskeyAtom } from '../../state/sign-in/passkeys'
import { BusyButton } from '../../ui/forms/busy-button'
import { OneLine } from '../../ui/notices/one-line'

/** After a code: how to do without the next time. In the way of nothing, and gone for good where somebody says so. */
export function PasskeyOffer() {
  const make = useSetAtom(makePasskeyAtom)
  const putOff = useSetAtom(putOfferOffAtom)
  const decline = useSetAtom(declineOfferAtom)
  const isMaking = useAtomValue(isMakingPasskeyAtom)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  return (
    <Box px={{ base: '4', md: '8' }} pt="3">
      <OneLine
        kind="info"
        title="Sign in without a code next time"
        actions={
          <>
            <BusyButton
              size="xs"
              colorPalette="brand"
              isBusy={isMaking}
              onClick={() => void make(leaving.current.signal)}
            >
              Add a Passkey
            </BusyButton>
            <Button size="xs" variant="ghost" onClick={() => putOff()}>
              Later
            </Button>
            <Button size="xs" variant="ghost" onClick={() => decline()}>
              Not on This Device
            </Button>
          </>
        }
      >
        With a passkey, your finger, face or PIN on this device is enough.
      </OneLine>
    </Box>
  )
}
