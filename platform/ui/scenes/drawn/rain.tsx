import { paint } from '#platform/ui/scenes/paint.ts'
import { CarSide, Cloud, Ground } from '#platform/ui/scenes/shapes.tsx'

export const Rain = () => (
  <>
    <Ground fill={paint.far} />
    <path fill={paint.mid} d="M0 236q110-52 240-24t210-14q110-34 190 20v142H0z" />
    <path fill={paint.road} d="M0 286h640v74H0z" />
    <Cloud x={344} y={96} scale={1.5} fill={paint.stone} />
    <Cloud x={110} y={114} scale={1.8} />
    <path
      fill="none"
      stroke={paint.brand}
      strokeWidth="7"
      strokeLinecap="round"
      d="m60 136-16 44m88-40-16 44m86-44-16 44m88-40-16 44m86-52-16 44m88-56-16 44m86-40-16 44m86-52-16 44m82-50-16 44M92 214l-16 44m478-56-16 44m80-30-16 44m-436-50-16 44"
    />
    <path fill={paint.mid} d="M140 340q-24 0-24-10t28-10h352q32 0 32 10t-28 10z" />
    <CarSide x={174} y={326} scale={1.4} />
  </>
)
