import { paint } from '#platform/ui/scenes/paint.ts'
import { Cloud, Ground, Wheel } from '#platform/ui/scenes/shapes.tsx'

export const Truck = () => (
  <>
    <Ground fill={paint.sky} />
    <Cloud x={440} y={84} scale={0.9} />
    <path fill={paint.far} d="M0 190q120-70 260-30t200-30q100-40 180 20v140H0z" />
    <path fill={paint.road} d="M0 290h640v70H0z" />
    <path
      fill="none"
      stroke={paint.paper}
      strokeWidth="7"
      strokeLinecap="round"
      d="M30 340h70m60 0h70m60 0h70m60 0h70m60 0h70"
    />
    <path fill={paint.ink} d="M70 262h478v26H70z" />
    <rect x="36" y="66" width="366" height="200" rx="14" fill={paint.brand} />
    <path fill={paint.paper} d="M36 196h366v22H36z" />
    <path fill={paint.deep} d="M414 284V116q0-16 16-16h58q18 0 27 14l34 58q9 14 9 26v86z" />
    <path fill={paint.sky} d="M448 124h38q10 0 15 9l28 49h-81z" />
    <rect x="526" y="226" width="32" height="16" rx="8" fill={paint.paper} />
    <path fill={paint.stone} d="M404 112h10v154h-10z" />
    <Wheel x={106} y={290} r={32} />
    <Wheel x={182} y={290} r={32} />
    <Wheel x={494} y={290} r={32} />
  </>
)
