/** A point in a picture, in percent of its width and height from the upper left corner. */
export type Point = { readonly x: number; readonly y: number }
export type Rectangle = Point & { readonly kind: 'rectangle'; readonly width: number; readonly height: number }
export type Polygon = { readonly kind: 'polygon'; readonly points: readonly Point[] }
/** A part of a picture that its author has drawn. */
export type Area = Rectangle | Polygon
/** The bounding rectangle of an area. */
export type Bounds = Omit<Rectangle, 'kind'>

export const minPoints = 3
export const maxPoints = 40
/** The minimum size; smaller areas cannot be tapped. */
export const minSide = 1

/** The form fields of the tapped point. */
export const pointFields = { x: 'point_x', y: 'point_y' } as const

/** Rounds to two decimals, which is finer than a pixel, so that the same point always has the same text. */
export const roundToHundredths = (value: number): number => Math.round(value * 100) / 100 + 0
const clamp = (value: number, max = 100): number => roundToHundredths(Math.min(max, Math.max(0, value)))
export const pointAt = (x: number, y: number): Point => ({ x: clamp(x), y: clamp(y) })

const cornersOf = ({ x, y, width, height }: Bounds): Point[] => [
  pointAt(x, y),
  pointAt(x + width, y),
  pointAt(x + width, y + height),
  pointAt(x, y + height),
]

/** The corners of an area, in the order in which they are joined. */
export const pointsOf = (area: Area): readonly Point[] => (area.kind === 'polygon' ? area.points : cornersOf(area))

/** Whether a point is in an area or on its border. */
export function isInArea(area: Area, point: Point): boolean {
  const points = pointsOf(area)
  let isInside = false
  for (const [index, a] of points.entries()) {
    const b = points[(index + 1) % points.length]!
    if (isBetween(a, b, point)) return true
    // A ray to the right crosses the border an odd number of times from inside.
    const isCrossed = a.y > point.y !== b.y > point.y
    if (isCrossed && point.x < a.x + ((point.y - a.y) / (b.y - a.y)) * (b.x - a.x)) isInside = !isInside
  }
  return isInside
}

/** Points are rounded, so the border is half a unit of the last digit wide. */
const tolerance = 0.005

function isBetween(a: Point, b: Point, { x, y }: Point): boolean {
  const [width, height] = [b.x - a.x, b.y - a.y]
  const length = Math.hypot(width, height)
  if (length === 0) return Math.hypot(x - a.x, y - a.y) <= tolerance
  const distanceAlong = ((x - a.x) * width + (y - a.y) * height) / length
  const distance = Math.abs((x - a.x) * height - (y - a.y) * width) / length
  return distance <= tolerance && distanceAlong >= -tolerance && distanceAlong <= length + tolerance
}

export function boundsOf(area: Area): Bounds {
  const points = pointsOf(area)
  const [left, correctIndex] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))]
  return { x: left, y: top, width: roundToHundredths(correctIndex - left), height: roundToHundredths(bottom - top) }
}

/** The area within other bounds, clipped to the picture. */
export function fitArea(area: Area, target: Bounds): Area {
  const [width, height] = [target.width, target.height].map((side) => Math.max(minSide, clamp(side))) as [
    number,
    number,
  ]
  const bounds = { x: clamp(target.x, 100 - width), y: clamp(target.y, 100 - height), width, height }
  if (area.kind === 'rectangle') return { kind: 'rectangle', ...bounds }
  const from = boundsOf(area)
  const scale = (value: number, start: number, side: number, to: number, length: number) =>
    side === 0 ? to : to + ((value - start) / side) * length
  const points = area.points.map(({ x, y }) =>
    pointAt(scale(x, from.x, from.width, bounds.x, width), scale(y, from.y, from.height, bounds.y, height)),
  )
  return { kind: 'polygon', points }
}

export const moveArea = (area: Area, dx: number, dy: number): Area => {
  const bounds = boundsOf(area)
  return fitArea(area, { ...bounds, x: bounds.x + dx, y: bounds.y + dy })
}

/** The area with one of its corners moved; the opposite corner of a rectangle stays. */
export function moveCorner(area: Area, corner: number, to: Point): Area {
  if (area.kind === 'polygon') return { kind: 'polygon', points: area.points.with(corner, pointAt(to.x, to.y)) }
  return rectangleBetween(cornersOf(area)[(corner + 2) % 4]!, to)
}

export function rectangleBetween(a: Point, b: Point): Rectangle {
  const [from, to] = [pointAt(Math.min(a.x, b.x), Math.min(a.y, b.y)), pointAt(Math.max(a.x, b.x), Math.max(a.y, b.y))]
  const bounds = { ...from, width: roundToHundredths(to.x - from.x), height: roundToHundredths(to.y - from.y) }
  return fitArea({ kind: 'rectangle', ...bounds }, bounds) as Rectangle
}

/** The polygon with one more point in the middle of its last side. */
export function addPoint({ points }: Polygon): Polygon {
  const [first, last] = [points[0]!, points.at(-1)!]
  return { kind: 'polygon', points: [...points, pointAt((first.x + last.x) / 2, (first.y + last.y) / 2)] }
}

/** The position of an area that is added with the keyboard. */
export const defaultAreas: Readonly<Record<Area['kind'], Area>> = {
  rectangle: { kind: 'rectangle', x: 40, y: 40, width: 20, height: 20 },
  polygon: { kind: 'polygon', points: [pointAt(50, 35), pointAt(65, 60), pointAt(35, 60)] },
}
