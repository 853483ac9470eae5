import { Box, Center, Flex, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFocusKept } from '../layout/focus-keeper'
import { Logo } from '../layout/logo'

/** The frame of both sign-in screens: one card in the dark. */
export function SignInFrame(props: {
  readonly title: string
  readonly line: ReactNode
  readonly footer: string
  readonly banner?: ReactNode
  /** Has room for what is read, not for a form alone. */
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  const main = useFocusKept()
  return (
    <Flex
      direction="column"
      minH="100dvh"
      bgImage="radial-gradient(60rem 40rem at 50% -10%, {colors.brand.subtle}, transparent 70%)"
    >
      <title>{`${props.title} · Nightjar`}</title>
      {props.banner}
      <Center as="main" ref={main} flex="1" px="4" py="8">
        <Stack w="100%" maxW={props.isWide ? '40rem' : '28rem'} gap="6">
          <HStack justify="center" gap="3">
            <Logo size="2.75rem" />
            <Box>
              <Text fontWeight="semibold" textStyle="xl" lineHeight="1.2">
                Nightjar
              </Text>
              <Text color="fg.muted" textStyle="sm">
                Intelligent security monitoring
              </Text>
            </Box>
          </HStack>
          <Box
            bg="bg.panel"
            borderWidth="1px"
            rounded="l3"
            shadow="sm"
            p={{ base: 'min({spacing.6}, 6.7vw)', md: '8' }}
          >
            <Heading as="h1" size="2xl" textAlign="center" letterSpacing="tight">
              {props.title}
            </Heading>
            <Text color="fg.muted" textAlign="center" mt="1" mb="6">
              {props.line}
            </Text>
            {props.children}
          </Box>
          <HStack justify="center" color="fg.muted" textStyle="sm" gap="2">
            <ShieldCheck size="1rem" aria-hidden />
            <Text>{props.footer}</Text>
          </HStack>
        </Stack>
      </Center>
    </Flex>
  )
}
