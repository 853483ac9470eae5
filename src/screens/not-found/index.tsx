import { Button, Center, Heading, Stack, Text } from '@chakra-ui/react'
import { Link } from 'wouter'
import { Logo } from '../../ui/layout/logo'

export default function NotFoundScreen() {
  return (
    <Center as="main" minH="100dvh" px="4">
      <title>Page not found · Nightjar</title>
      <Stack align="center" gap="4" textAlign="center">
        <Logo size="3.5rem" />
        <Heading as="h1" size="2xl">
          404
        </Heading>
        <Text color="fg.muted" textStyle="lg">
          Oops! Page not found
        </Text>
        <Button asChild colorPalette="brand">
          <Link href="/">Return to Home</Link>
        </Button>
      </Stack>
    </Center>
  )
}
