import { Slider, Text } from '@chakra-ui/react'

/** Motion sensitivity, 0 to 100 in steps of 1 (CAM-39). */
export function SensitivitySlider(props: {
  readonly percent: number
  readonly label: string
  readonly onChange: (percent: number) => void
}) {
  return (
    <Slider.Root
      value={[props.percent]}
      min={0}
      max={100}
      step={1}
      colorPalette="brand"
      onValueChange={({ value }) => props.onChange(value[0] ?? 0)}
    >
      <Slider.Label display="flex" justifyContent="space-between" width="100%">
        Motion sensitivity
        <Text as="span" color="fg.muted">
          <span>{props.label}</span> · {props.percent}
        </Text>
      </Slider.Label>
      {/* As high as a thumb is wide; a press anywhere in it moves the knob. */}
      <Slider.Control minH={{ base: '11', md: '10' }}>
        <Slider.Track>
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumbs boxSize="6" />
      </Slider.Control>
    </Slider.Root>
  )
}
