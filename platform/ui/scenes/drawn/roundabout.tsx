import { paint } from '#platform/ui/scenes/paint.ts'
import { CarTop, Ground } from '#platform/ui/scenes/shapes.tsx'

export const Roundabout = () => (
  <>
    <Ground fill={paint.mid} />
    <path fill={paint.road} d="M272-10h96v380h-96zM-10 132h660v96H-10z" />
    <circle cx="320" cy="180" r="150" fill={paint.road} />
    <circle cx="320" cy="180" r="66" fill={paint.far} stroke={paint.paper} strokeWidth="8" />
    <circle cx="320" cy="180" r="34" fill={paint.deep} />
    <circle cx="302" cy="164" r="24" fill={paint.brand} />
    <path
      fill="none"
      stroke={paint.paper}
      strokeWidth="7"
      strokeLinecap="round"
      strokeDasharray="30 24"
      d="M20 180h124m372 0h124"
    />
    <path
      fill="none"
      stroke={paint.paper}
      strokeWidth="11"
      strokeLinecap="round"
      strokeLinejoin="round"
      d="M238 240q22 32 62 40m-4-24 12 26-26 12"
    />
    <CarTop x={412} y={128} turn={-38} body={paint.paper} shade={paint.stone} />
    <CarTop x={74} y={204} turn={90} />
    <CarTop x={566} y={156} turn={-90} body={paint.far} />
  </>
)
