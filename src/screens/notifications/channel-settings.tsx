import { Badge, Button, Field, Flex, Input, Spinner, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Send } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { type Channel, channelStatusAtom, leadsNowhereAtom } from '../../state/notifications/integrations'
import { SettingToggle } from '../../ui/forms/setting-toggle'
import { FailedDelivery } from '../../ui/notices/failed-delivery'
import { useChannelForm } from './use-channel-form'

/** One channel: its switch saves at once, its address with Save (NOTIF-10, NOTIF-16). */
export function ChannelSettings(props: {
  readonly channel: Channel
  readonly name: string
  readonly icon: ReactNode
  readonly addressLabel: string
  readonly inputType: 'email' | 'text'
  readonly placeholder: string
  /** What the address looks like and where it comes from. */
  readonly help: string
}) {
  const { channel } = props
  const form = useChannelForm(channel)
  const { typed, state, isOn, isSaving, isTesting } = form
  const leadsNowhere = useAtomValue(leadsNowhereAtom)(channel)
  const input = useRef<HTMLInputElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (state !== 'to-save') return
    // The button goes away once saved; the field keeps the focus.
    input.current?.focus()
    void form.save()
  }
  return (
    <Stack as="form" gap="3" aria-label={`${props.name} channel`} onSubmit={save}>
      <SettingToggle
        label={props.name}
        icon={props.icon}
        badge={
          <Badge colorPalette={isOn ? 'green' : 'gray'} variant={isOn ? 'subtle' : 'outline'}>
            {isOn ? 'Enabled' : 'Disabled'}
          </Badge>
        }
        isOn={isOn}
        isDisabled={isSaving}
        isSaving={form.isSavingSwitch}
        onChange={form.turn}
      />
      <Field.Root disabled={isSaving} invalid={form.refusal !== null}>
        <Field.Label>{props.addressLabel}</Field.Label>
        {/* In one line where there is room, so that three channels show at once. */}
        <Flex gap="2" wrap="wrap" width="100%">
          <Input
            ref={input}
            flex="1 1 14rem"
            width="auto"
            type={props.inputType}
            name={form.address}
            placeholder={props.placeholder}
            autoComplete={props.inputType === 'email' ? 'email' : 'off'}
            spellCheck={false}
            value={typed}
            onChange={(event) => form.type(event.currentTarget.value)}
          />
          <Button variant="outline" disabled={isSaving || isTesting} onClick={form.test}>
            {isTesting ? <Spinner size="xs" aria-hidden /> : <Send size="1rem" aria-hidden />}
            Test Integration
          </Button>
          {isTesting && <VisuallyHidden role="status">Sending the test</VisuallyHidden>}
          {state === 'to-save' && (
            <Button type="submit" bg="go" color="white" _hover={{ bg: 'go.hover' }} disabled={isSaving}>
              {form.isSavingAddress && <Spinner size="xs" aria-hidden />}
              Save
            </Button>
          )}
          {form.isSavingAddress && <VisuallyHidden role="status">Saving</VisuallyHidden>}
        </Flex>
        <Field.ErrorText overflowWrap="anywhere">{form.refusal}</Field.ErrorText>
        <Field.HelperText overflowWrap="anywhere">{props.help}</Field.HelperText>
      </Field.Root>
      {isOn && <ChannelTrouble channel={channel} />}
      {leadsNowhere && (
        <Text role="status" color="fg.warning" textStyle="sm">
          Nothing is sent there before an address is saved.
        </Text>
      )}
      {state === 'changed-but-off' && (
        <Text color="fg.muted" textStyle="sm">
          Turn {props.name} on to save this.
        </Text>
      )}
    </Stack>
  )
}

/** Why the last message of a channel did not arrive; nothing while all is well. */
function ChannelTrouble({ channel }: { readonly channel: Channel }) {
  const problem = useAtomValue(channelStatusAtom)[channel]
  return problem && <FailedDelivery what="message" problem={problem} />
}
