import { Button, Center, List, Stack, Text } from '@chakra-ui/react'
import { CirclePlus } from 'lucide-react'
import { useState } from 'react'
import { Modal } from '../../ui/layout/modal'

const steps = [
  'Connect a camera, or use the one built into this laptop.',
  'Allow the browser to use it when asked.',
  'Click Add Camera and choose the device, with a name and a location.',
  'Adjust its position until the picture shows what matters.',
  'Save.',
  'Then enable motion detection.',
]

/** The 'Add New Camera' tile with its Setup Instructions (CAM-11). */
export function NewCameraTile(props: { readonly onAdd: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Center borderWidth="2px" borderStyle="dashed" rounded="l3" minH="16rem" p="6">
      <Stack align="center" gap="3" textAlign="center">
        <Text fontWeight="semibold" textStyle="lg">
          Add New Camera
        </Text>
        <Text color="fg.muted" maxW="20rem">
          Any webcam or laptop with a browser can watch a room.
        </Text>
        <Stack direction={{ base: 'column', sm: 'row' }} gap="2">
          <Button variant="outline" onClick={props.onAdd}>
            <CirclePlus size="1.1rem" aria-hidden />
            Choose a device
          </Button>
          <Button variant="ghost" onClick={() => setIsOpen(true)}>
            Setup Instructions
          </Button>
        </Stack>
      </Stack>
      <Modal title="Setup Instructions" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <List.Root as="ol" ps="5" gap="2.5" pb="2">
          {steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List.Root>
      </Modal>
    </Center>
  )
}
