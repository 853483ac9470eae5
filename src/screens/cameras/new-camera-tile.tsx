import { Button, Center, Flex, Stack, Text } from '@chakra-ui/react'
import { CirclePlus } from 'lucide-react'
import { useEffect } from 'react'
import { LateDialogButton } from '../../ui/forms/late-dialog-button'
import { LatePart } from '../../ui/layout/late-part'
import { AddDeviceButton } from './pairing/add-device-button'

/** Who has set up one camera needs it no more. */
const instructions = new LatePart(async () => (await import('./setup-instructions')).SetupInstructions)

/** The 'Add New Camera' tile with its Setup Instructions (CAM-11). */
export function NewCameraTile(props: { readonly onAdd: () => void }) {
  useEffect(() => instructions.fetch(), [])
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
          <LateDialogButton
            part={instructions}
            dialog={(Dialog, close, isOpen) => <Dialog isOpen={isOpen} onClose={close} />}
            fades
            missing="The instructions are not here yet."
            size="md"
            variant="ghost"
          >
            Setup Instructions
          </LateDialogButton>
        </Flex>
      </Stack>
    </Center>
  )
}
