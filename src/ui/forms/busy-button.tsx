import { AbsoluteCenter, Button, type ButtonProps, Span, Spinner } from '@chakra-ui/react'

/**
 * A button that may be at work: then a spinner covers its label, which stays its name for who listens. Chakra's `loading`
 * takes the label from them too.
 */
export function BusyButton({
  isBusy,
  children,
  disabled,
  ...rest
}: Omit<ButtonProps, 'loading'> & { readonly isBusy: boolean }) {
  return (
    <Button {...rest} disabled={isBusy || disabled === true} aria-busy={isBusy}>
      {isBusy && (
        <AbsoluteCenter aria-hidden>
          <Spinner size="inherit" borderWidth="0.125em" color="inherit" />
        </AbsoluteCenter>
      )}
      <Span display="inherit" alignItems="inherit" gap="inherit" opacity={isBusy ? 0 : 1}>
        {children}
      </Span>
    </Button>
  )
}
