/**
 * A shape is a signed distance (negative inside) and the box it lies in. Units are those of a picture 360 high.
 * @typedef {{ left: number, top: number, right: number, bottom: number, distance: (x: number, y: number) => number }} Shape
 * @typedef {readonly [x: number, y: number]} Point
 */

/**
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 * @param {number} [round] radius of the corners
 * @returns {Shape}
 */
export function rectangle(left, top, right, bottom, round = 0) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const [halfWidth, halfHeight] = [(right - left) / 2 - round, (bottom - top) / 2 - round]
  return {
    left,
    top,
    right,
    bottom,
    distance: (px, py) => {
      const dx = Math.abs(px - x) - halfWidth
      const dy = Math.abs(py - y) - halfHeight
      return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round
    },
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} radiusX
 * @param {number} radiusY
 * @returns {Shape}
 */
export function ellipse(x, y, radiusX, radiusY) {
  return {
    left: x - radiusX,
    top: y - radiusY,
    right: x + radiusX,
    bottom: y + radiusY,
    // Divided by its own slope: exact only for a circle, but soft edges come out even all around.
    distance: (px, py) => {
      const dx = (px - x) / radiusX
      const dy = (py - y) / radiusY
      const level = length(dx, dy)
      const slope = length(dx / radiusX, dy / radiusY)
      return slope === 0 ? -Math.min(radiusX, radiusY) : (level * (level - 1)) / slope
    },
  }
}

/**
 * What two shapes have in common.
 * @param {Shape} one
 * @param {Shape} other
 * @returns {Shape}
 */
export function overlap(one, other) {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
    distance: (px, py) => Math.max(one.distance(px, py), other.distance(px, py)),
  }
}

/**
 * A limb: a line with a radius at each end.
 * @param {Point} from
 * @param {Point} to
 * @param {number} fromRadius
 * @param {number} [toRadius]
 * @returns {Shape}
 */
export function limb([ax, ay], [bx, by], fromRadius, toRadius = fromRadius) {
  const [dx, dy] = [bx - ax, by - ay]
  const squaredLength = dx * dx + dy * dy || 1
  return {
    left: Math.min(ax - fromRadius, bx - toRadius),
    top: Math.min(ay - fromRadius, by - toRadius),
    right: Math.max(ax + fromRadius, bx + toRadius),
    bottom: Math.max(ay + fromRadius, by + toRadius),
    distance: (px, py) => {
      const along = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / squaredLength))
      return length(px - ax - along * dx, py - ay - along * dy) - fromRadius - along * (toRadius - fromRadius)
    },
  }
}

/**
 * @param {readonly Point[]} points
 * @param {number} [round]
 * @returns {Shape}
 */
export function polygon(points, round = 0) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const edges = points.map(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length] ?? [ax, ay]
    return { ax, ay, bx, by }
  })
  return {
    left: Math.min(...xs) - round,
    top: Math.min(...ys) - round,
    right: Math.max(...xs) + round,
    bottom: Math.max(...ys) + round,
    distance: (px, py) => {
      let nearest = Number.POSITIVE_INFINITY
      let inside = false
      for (const { ax, ay, bx, by } of edges) {
        const dx = bx - ax
        const dy = by - ay
        const along = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)))
        nearest = Math.min(nearest, length(px - ax - along * dx, py - ay - along * dy))
        if (ay > py !== by > py && px < (dx * (py - ay)) / dy + ax) inside = !inside
      }
      return (inside ? -nearest : nearest) - round
    },
  }
}

/**
 * Of every pixel of every shape of every frame, where Math.hypot takes several times as long.
 * @param {number} x
 * @param {number} y
 */
function length(x, y) {
  return Math.sqrt(x * x + y * y)
}
