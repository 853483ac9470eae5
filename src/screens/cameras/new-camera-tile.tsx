import { Button, Center, Flex, Stack, Text } from '@chakra-ui/react'
import { CirclePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LatePart, useArrival } from '../../ui/layout/late-part'
import { AddDeviceButton } from './pairing/add-device-button'

/** Who has set up one camera needs it no more. */
const instructions = new LatePart(async () => (await import('./setup-instructions')).SetupInstructions)

/** The 'Add New Camera' tile with its Setup Instructions (CAM-11). */
export function NewCameraTile(props: { readonly onAdd: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const arrival = useArrival(instructions)
  useEffect(() => instructions.fetch(), [])
  const open = () => {
    instructions.fetch()
    setIsOpen(true)
  }
  return (
    <Center borderWidth="2px" borderStyle="dashed" rounded="l3" minH="12rem" p="4">
      <Stack align="center" gap="3" textAlign="center">
        <Text fontWeight="semibold" textStyle="lg">
          Add New Camera
        </Text>
        <Text color="fg.muted" maxW="20rem">
          Any webcam or laptop with a browser can watch a room.
        </Text>
        <Flex wrap="wrap" justify="center" gap="2">
          <Button variant="outline" onClick={props.onAdd}>
            <CirclePlus size="1.1rem" aria-hidden />
            Choose a device
          </Button>
          <AddDeviceButton />
          <Button variant="ghost" onClick={open}>
            Setup Instructions
          </Button>
        </Flex>
      </Stack>
      {arrival.phase === 'here' && <arrival.Part isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </Center>
  )
}
