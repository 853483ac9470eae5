import { Box, Link, List, Text } from '@chakra-ui/react'
import { AUTHORITY_PATH } from '../../../contract/sign-in/pairings'

/** How each system takes up the certificate of the hub's authority. */
const steps: readonly { readonly system: string; readonly step: string }[] = [
  {
    system: 'iPhone, iPad',
    step: 'open the file, install the profile under Settings, then Settings, General, About, Certificate Trust Settings: switch it on.',
  },
  { system: 'Android', step: 'Settings, Security, Encryption and credentials, Install a certificate, CA certificate.' },
  {
    system: 'Windows',
    step: 'double-click, Install Certificate, Local Machine, Trusted Root Certification Authorities.',
  },
  { system: 'macOS', step: 'double-click, then in Keychain Access open it and set Trust to Always Trust.' },
  {
    system: 'Linux',
    step: 'copy it to /usr/local/share/ca-certificates and run update-ca-certificates; for Chrome import it under Settings, Privacy and security, Security, Manage certificates.',
  },
  { system: 'Firefox', step: 'Settings, Privacy & Security, View Certificates, Authorities, Import.' },
]

/** Why the other browser warns, what to compare, and how to have no warning at all (LAN-05). */
export function Trust({ fingerprint, url }: { readonly fingerprint: string; readonly url: string }) {
  const authorityUrl = new URL(AUTHORITY_PATH, url).href
  return (
    <Box textStyle="sm">
      <Text>
        The other browser warns that it does not know this hub’s certificate: choose Advanced (Details on an iPhone) and
        go on. To be sure that nobody is in between, compare there, under the certificate’s details, the SHA-256
        fingerprint:
      </Text>
      <Box fontFamily="mono" textStyle="xs" overflowWrap="anywhere" my="2" data-testid="fingerprint">
        {lines(fingerprint).map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </Box>
      <Box as="details">
        <Box as="summary" cursor="pointer" color="brand.fg" py="1">
          No warning at all
        </Box>
        <Text my="2">
          Install the certificate of this hub’s own authority on the other device: open{' '}
          <Link href={authorityUrl} variant="underline" overflowWrap="anywhere">
            {authorityUrl}
          </Link>{' '}
          there, under the address of the link, then
        </Text>
        <List.Root ps="6" gap="1">
          {steps.map(({ system, step }) => (
            <List.Item key={system}>
              <Text as="span" fontWeight="medium">
                {system}:
              </Text>{' '}
              {step}
            </List.Item>
          ))}
        </List.Root>
      </Box>
    </Box>
  )
}

/** Halves, as eyes lose their place in one long line. */
function lines(fingerprint: string): string[] {
  const pairs = fingerprint.split(':')
  const half = Math.ceil(pairs.length / 2)
  return [pairs.slice(0, half).join(':'), pairs.slice(half).join(':')]
}
