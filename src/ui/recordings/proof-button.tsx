import { Button, IconButton } from '@chakra-ui/react'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Hint } from '../notices/hint'

const marks = {
  signed: { Icon: ShieldCheck, color: 'fg.muted', text: 'Signed by its camera. Press to check it.' },
  wrong: { Icon: ShieldAlert, color: 'orange.fg', text: 'A proof came with it that does not hold. Press to see why.' },
} as const

/** On a recording's card: that its camera signed it, or that something is wrong with what it sent. */
export function ProofMark(props: {
  readonly mark: keyof typeof marks
  readonly title: string
  readonly onShow: () => void
}) {
  const { Icon, color, text } = marks[props.mark]
  return (
    <Hint text={text}>
      <Button
        size="2xs"
        variant="ghost"
        color={color}
        px="1.5"
        aria-label={`Proof of ${props.title}. ${text}`}
        onClick={props.onShow}
      >
        <Icon size="0.9rem" aria-hidden />
        Proof
      </Button>
    </Hint>
  )
}

/** In the player, where the recording's own mark is not known. */
export function ProofButton({ title, onShow }: { readonly title: string; readonly onShow: () => void }) {
  return (
    <Hint text="Check what recorded it">
      <IconButton size="sm" variant="ghost" aria-label={`Proof of ${title}`} onClick={onShow}>
        <ShieldCheck size="1rem" aria-hidden />
      </IconButton>
    </Hint>
  )
}
