import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { encode } from 'uqr'

/** Modules of white that cameras want around it. */
const QUIET_ZONE = 3

/** A text as a QR code: black on white in both themes, as many cameras read nothing else. */
export function QrCode(props: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawn(props.text), [props.text])
  return (
    <chakra.svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={props.label}
      width="100%"
      maxWidth="16rem"
      rounded="l2"
      bg="white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </chakra.svg>
  )
}

function drawn(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}
