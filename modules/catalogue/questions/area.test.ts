import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Area,
  addPoint,
  boundsOf,
  defaultAreas,
  fitArea,
  isInArea,
  moveArea,
  moveCorner,
  type Point,
  pointAt,
  pointsOf,
  rectangleBetween,
} from './area.shared.ts'

const rectangle: Area = { kind: 'rectangle', x: 10, y: 20, width: 30, height: 40 }
/** An arrow to the right with a notch in its back. */
const arrow: Area = {
  kind: 'polygon',
  points: [
    { x: 10, y: 10 },
    { x: 60, y: 50 },
    { x: 10, y: 90 },
    { x: 30, y: 50 },
  ],
}

test.each([
  [rectangle, 25, 40, true],
  [rectangle, 10, 20, true],
  [rectangle, 40, 60, true],
  [rectangle, 40, 35.5, true],
  [rectangle, 9.98, 40, false],
  [rectangle, 40.02, 40, false],
  [rectangle, 25, 60.02, false],
  [arrow, 45, 50, true],
  [arrow, 60, 50, true],
  [arrow, 35, 30, true],
  [arrow, 30, 50, true],
  [arrow, 29.9, 50, false],
  [arrow, 20, 50, false],
  [arrow, 35.1, 30, false],
  [arrow, 60.02, 50, false],
  [arrow, 5, 10, false],
])('%j holds the point %d, %d: %s', (area, x, y, isInside) => {
  expect(isInArea(area, { x, y })).toBe(isInside)
})

const percent = fc.double({ min: 0, max: 100, noNaN: true })
const point = fc.record({ x: percent, y: percent }).map(({ x, y }): Point => pointAt(x, y))
const area: fc.Arbitrary<Area> = fc.oneof(
  fc.tuple(point, point).map(([a, b]) => rectangleBetween(a, b)),
  fc.array(point, { minLength: 3, maxLength: 40 }).map((points): Area => ({ kind: 'polygon', points })),
)
const isInPicture = (shape: Area) => pointsOf(shape).every(({ x, y }) => x >= 0 && y >= 0 && x <= 100 && y <= 100)
const anyNumber = fc.double({ min: -300, max: 300, noNaN: true })

test('an area contains its corners and the middle of each side', () => {
  fc.assert(
    fc.property(area, (shape) => {
      const points = pointsOf(shape)
      for (const [index, a] of points.entries()) {
        const b = points[(index + 1) % points.length]!
        expect(isInArea(shape, a)).toBe(true)
        expect(isInArea(shape, pointAt((a.x + b.x) / 2, (a.y + b.y) / 2))).toBe(true)
      }
    }),
  )
})

test('no point outside the bounding rectangle is in an area', () => {
  fc.assert(
    fc.property(area, point, (shape, { x, y }) => {
      const { x: left, y: top, width, height } = boundsOf(shape)
      const isBeside = x < left - 0.02 || y < top - 0.02 || x > left + width + 0.02 || y > top + height + 0.02
      if (isBeside) expect(isInArea(shape, { x, y })).toBe(false)
    }),
  )
})

test('an area stays within the picture however it is moved, resized or reshaped', () => {
  fc.assert(
    fc.property(area, anyNumber, anyNumber, anyNumber, anyNumber, (shape, x, y, width, height) => {
      for (const next of [
        moveArea(shape, x, y),
        fitArea(shape, { x, y, width, height }),
        moveCorner(shape, 0, { x, y }),
      ])
        expect(isInPicture(next)).toBe(true)
    }),
  )
})

test('a moved area keeps its size, and dragging a corner fixes the opposite one', () => {
  expect(moveArea(rectangle, 5, -5)).toEqual({ ...rectangle, x: 15, y: 15 })
  expect(moveArea(rectangle, 90, 0)).toEqual({ ...rectangle, x: 70 })
  expect(boundsOf(moveArea(arrow, 100, 100))).toEqual({ x: 50, y: 20, width: 50, height: 80 })
  expect(moveCorner(rectangle, 0, { x: 30, y: 50 })).toEqual({ kind: 'rectangle', x: 30, y: 50, width: 10, height: 10 })
  expect(fitArea(arrow, { x: 0, y: 0, width: 100, height: 100 })).toMatchObject({
    points: [
      { x: 0, y: 0 },
      { x: 100, y: 50 },
      { x: 0, y: 100 },
      { x: 40, y: 50 },
    ],
  })
  expect(addPoint(defaultAreas.polygon as Area & { kind: 'polygon' }).points).toHaveLength(4)
})
