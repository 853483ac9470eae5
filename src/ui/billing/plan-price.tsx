import { HStack, Text } from '@chakra-ui/react'

/** A price per month; one that is billed by the year says so. */
export function PlanPrice(props: { readonly price: string; readonly isYearly: boolean }) {
  return (
    <HStack gap="1.5" rowGap="0" align="baseline" wrap="wrap">
      <Text as="span" textStyle="2xl" fontWeight="semibold" letterSpacing="tight">
        {props.price}
      </Text>
      <Text as="span" color="fg.muted" textStyle="sm">
        {props.isYearly ? '/month, billed yearly' : '/month'}
      </Text>
    </HStack>
  )
}
