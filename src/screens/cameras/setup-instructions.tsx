import { List } from '@chakra-ui/react'
import { Modal } from '../../ui/layout/modal'

const steps = [
  'Connect a camera, or use the one built into this laptop.',
  'Allow the browser to use it when asked.',
  'Click Add Camera and choose the device, with a name and a location.',
  'Adjust its position until the picture shows what matters.',
  'Save.',
  'Then enable motion detection.',
]

export function SetupInstructions(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Modal title="Setup Instructions" isOpen={props.isOpen} onClose={props.onClose}>
      <List.Root as="ol" ps="6" gap="2" pb="2">
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List.Root>
    </Modal>
  )
}
