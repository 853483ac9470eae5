import { Text, VisuallyHidden } from '@chakra-ui/react'

/** Between two step buttons: where in the list it is and, for whom the title's change says nothing, what shows there. */
export function StepPlace(props: { readonly place: string; readonly title: string }) {
  return (
    <Text color="fg.muted" textStyle="sm" minW="min(4.5rem, 18vw)" textAlign="center" role="status">
      {props.place}
      <VisuallyHidden>, {props.title}</VisuallyHidden>
    </Text>
  )
}
