import { paint } from '#platform/ui/scenes/paint.ts'
import { CarTop, Ground } from '#platform/ui/scenes/shapes.tsx'

export const Parking = () => (
  <>
    <Ground fill={paint.road} />
    <path fill={paint.mid} d="M0 0h640v40H0z" />
    <path
      fill="none"
      stroke={paint.paper}
      strokeWidth="8"
      strokeLinecap="round"
      d="M40 60v132m140-132v132m140-132v132m140-132v132m140-132v132"
    />
    <CarTop x={110} y={124} />
    <CarTop x={530} y={124} body={paint.far} />
    <CarTop x={250} y={124} body={paint.paper} shade={paint.stone} />
    <path fill={paint.mid} d="M0 338h640v22H0z" />
    <CarTop x={300} y={276} turn={62} />
    <path
      fill="none"
      stroke={paint.paper}
      strokeWidth="8"
      strokeLinecap="round"
      strokeLinejoin="round"
      d="M362 246q28-16 28-54m-18 16 18-18 18 18"
    />
    <path fill={paint.paper} d="M368 84h28q26 0 26 25t-26 25h-12v26h-16zm16 16v19h10q12 0 12-10t-12-9z" />
  </>
)
