import { Center, type CenterProps, RadioCard } from '@chakra-ui/react'
import { overTheDrawing } from './over-the-drawing'

/** What is drawn of one choice of a card, and the choice that it is to keys and screen readers. */
export function RadioInput(place: CenterProps) {
  return (
    <Center position="relative" {...place}>
      <RadioCard.ItemIndicator />
      <RadioCard.ItemHiddenInput style={overTheDrawing} />
    </Center>
  )
}
