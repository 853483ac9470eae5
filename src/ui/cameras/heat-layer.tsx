import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { heatPixels } from './heat-colors'

/** Where a picture changed, drawn over it block by block. */
export function HeatLayer(props: {
  readonly columns: number
  readonly rows: number
  /** 0 to 255, row by row. */
  readonly levels: Uint8Array
}) {
  const { columns, rows, levels } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || columns * rows === 0 || levels.length !== columns * rows) return
    context.putImageData(new ImageData(heatPixels(levels), columns, rows), 0, 0)
  }, [columns, rows, levels])
  return (
    <chakra.canvas
      ref={canvas}
      htmlWidth={columns}
      htmlHeight={rows}
      position="absolute"
      inset="0"
      boxSize="100%"
      imageRendering="pixelated"
      pointerEvents="none"
      aria-hidden
    />
  )
}
