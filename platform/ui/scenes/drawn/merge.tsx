import { paint } from '#platform/ui/scenes/paint.ts'
import { CarTop, Ground } from '#platform/ui/scenes/shapes.tsx'

export const Merge = () => (
  <>
    <Ground fill={paint.mid} />
    <path fill={paint.road} d="M0 42h640v200q-190-4-280 34-80 34-116 100H96q44-98 126-152H0z" />
    <g fill="none" stroke={paint.paper} strokeLinecap="round">
      <path strokeWidth="6" d="M0 54h640M0 212h234q-96 54-132 160m538-142q-200-6-292 38-76 36-112 104" />
      <path strokeWidth="7" strokeDasharray="44 36" d="M20 133h640" />
      <path strokeWidth="12" strokeLinejoin="round" d="M312 242q40-40 124-52m-30-26 34 26-26 34" />
    </g>
    <CarTop x={120} y={94} turn={90} body={paint.paper} shade={paint.stone} />
    <CarTop x={530} y={94} turn={90} body={paint.far} />
    <CarTop x={222} y={294} turn={38} />
  </>
)
