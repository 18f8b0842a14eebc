import type { ReactNode } from 'react'
import { paint } from './paint.ts'

/** The whole picture in one color. */
export const Ground = ({ fill }: { fill: string }) => <path fill={fill} d="M0 0h640v360H0z" />

type PlaceProps = { x: number; y: number; scale?: number }

/** Draws its shapes with their lower left corner at a place. */
function At({ x, y, scale = 1, height, children }: PlaceProps & { height: number; children: ReactNode }) {
  const size = scale === 1 ? '' : ` scale(${scale})`
  return <g transform={`translate(${x} ${y})${size} translate(0 ${-height})`}>{children}</g>
}

export const Wheel = ({ x, y, r = 18 }: { x: number; y: number; r?: number }) => (
  <>
    <circle cx={x} cy={y} r={r} fill={paint.ink} />
    <circle cx={x} cy={y} r={Math.round(r * 0.44)} fill={paint.stone} />
  </>
)

/** A car that drives to the right, 216 by 88. */
export const CarSide = ({
  body = paint.brand,
  shade = paint.deep,
  ...place
}: PlaceProps & { body?: string; shade?: string }) => (
  <At {...place} height={88}>
    <path fill={body} d="M8 60V52q0-14 14-17l30-6L78 8Q86 2 97 2h48q11 0 18 8l20 20 18 5q11 3 11 15v10z" />
    <path fill={shade} d="M8 54h204v10q0 7-7 7H15q-7 0-7-7z" />
    <path fill={paint.sky} d="M66 31 84 14q4-4 10-4h18v21zM122 10h20q7 0 11 5l15 16h-46z" />
    <rect x="196" y="39" width="16" height="9" rx="4.5" fill={paint.paper} />
    <Wheel x={54} y={70} />
    <Wheel x={168} y={70} />
  </At>
)

/** A car from behind, 150 by 120. */
export const CarRear = ({
  body = paint.brand,
  shade = paint.deep,
  ...place
}: PlaceProps & { body?: string; shade?: string }) => (
  <At {...place} height={120}>
    <path fill={paint.ink} d="M16 84h28v28q0 8-8 8H24q-8 0-8-8zM106 84h28v28q0 8-8 8h-12q-8 0-8-8z" />
    <path fill={body} d="M26 56 42 16Q46 6 58 6h34q12 0 16 10l16 40z" />
    <path fill={paint.sky} d="m44 50 11-27q2-5 8-5h24q6 0 8 5l11 27z" />
    <rect x="8" y="46" width="134" height="56" rx="18" fill={body} />
    <path fill={shade} d="M8 80h134v4q0 18-18 18H26q-18 0-18-18z" />
    <path fill={paint.paper} d="M22 58h24q6 0 6 7t-6 7H28q-8 0-8-8t2-6zM128 58h-24q-6 0-6 7t6 7h18q8 0 8-8t-2-6z" />
    <rect x="58" y="74" width="34" height="16" rx="4" fill={paint.paper} />
  </At>
)

/** A car from above that drives up, 60 by 112, around its middle. */
export const CarTop = ({
  x,
  y,
  turn = 0,
  body = paint.brand,
  shade = paint.deep,
}: {
  x: number
  y: number
  turn?: number
  body?: string
  shade?: string
}) => (
  <g transform={`translate(${x} ${y}) rotate(${turn})`}>
    <path fill={shade} d="M-34-18h68v8h-68z" />
    <path fill={body} d="M-28-34q0-20 16-22 12-2 24 0 16 2 16 22v72q0 18-16 18h-24q-16 0-16-18z" />
    <path fill={shade} d="M-23-20q23-12 46 0l-6 20h-34zM-17 28h34l5 14q-22 6-44 0z" />
    <rect x="-17" y="-2" width="34" height="32" rx="5" fill={body} />
    <path fill={paint.paper} d="M-24-44q2-7 10-9v7q-4 5-10 7zM24-44q-2-7-10-9v7q4 5 10 7z" />
  </g>
)

/** A round tree, 80 by 120. */
export const Tree = ({
  crown = paint.deep,
  trunk = paint.ink,
  ...place
}: PlaceProps & { crown?: string; trunk?: string }) => (
  <At {...place} height={120}>
    <path fill="none" stroke={trunk} strokeWidth="8" strokeLinecap="round" d="M40 118V56m0 34 16-16" />
    <path fill={crown} d="M40 0q36 2 40 44 0 38-40 40Q0 82 0 44 4 2 40 0z" />
  </At>
)

/** A cloud, 170 by 70. */
export const Cloud = ({ fill = paint.paper, ...place }: PlaceProps & { fill?: string }) => (
  <At {...place} height={70}>
    <path fill={fill} d="M30 70q-30 0-30-25t28-25q6-20 32-20 24 0 34 16 10-6 24-2 20 6 20 26 32 0 32 18 0 12-14 12z" />
  </At>
)
