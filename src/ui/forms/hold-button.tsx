import { Button, type ButtonProps } from '@chakra-ui/react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'

/**
 * A button that does something for as long as it is held: by mouse, by finger, or by the space bar or Enter. Whatever
 * takes it away, the window's loss of the focus too, lets it go.
 */
export function HoldButton(
  props: {
    readonly isHeld: boolean
    readonly onHold: () => void
    readonly onLetGo: () => void
    readonly children: ReactNode
  } & Omit<ButtonProps, 'onClick'>,
) {
  const { isHeld, onHold, onLetGo, children, ...button } = props
  const letGo = useRef(onLetGo)
  letGo.current = onLetGo
  useEffect(() => {
    const away = () => letGo.current()
    addEventListener('blur', away)
    return () => {
      removeEventListener('blur', away)
      away()
    }
  }, [])
  const isHoldKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter'
  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    // The finger may slide off it.
    event.currentTarget.setPointerCapture?.(event.pointerId)
    onHold()
  }
  return (
    <Button
      {...button}
      aria-pressed={isHeld}
      touchAction="none"
      userSelect="none"
      onPointerDown={press}
      onPointerUp={onLetGo}
      onPointerCancel={onLetGo}
      onLostPointerCapture={onLetGo}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={onLetGo}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return
        event.preventDefault()
        if (!event.repeat) onHold()
      }}
      onKeyUp={(event) => isHoldKey(event) && onLetGo()}
    >
      {children}
    </Button>
  )
}
