import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const MountainCurve = () => (
  <>
    <Ground fill={paint.sky} />
    <path fill={paint.far} d="m-20 250 150-190 90 110 110-150 160 190 70-80 120 130v80H-20z" />
    <path fill={paint.paper} d="m130 60 38 46-26 16-18-14-26 14-8-12zm200-40 44 52-30 22-20-16-24 16-14-18z" />
    <path fill={paint.mid} d="M0 230q180-60 340-20t300-20v170H0z" />
    <path fill={paint.road} d="M140 360q0-108 200-120 124-8 124-20 0-8-40-11v-3q138 6 138 67-8 46-130 54-74 6-78 40z" />
    <path
      fill="none"
      stroke={paint.paper}
      strokeWidth="8"
      strokeLinecap="round"
      strokeDasharray="30 24"
      d="M246 354q8-60 110-72 132-14 144-42"
    />
    <path fill={paint.stone} d="M110 176h14v130h-14zm440-30h14v110h-14z" />
    <rect x="66" y="96" width="102" height="102" rx="14" fill={paint.brand} stroke={paint.paper} strokeWidth="7" />
    <rect x="514" y="78" width="86" height="86" rx="12" fill={paint.brand} stroke={paint.paper} strokeWidth="7" />
    <path
      fill="none"
      stroke={paint.paper}
      strokeWidth="15"
      strokeLinecap="round"
      strokeLinejoin="round"
      d="m104 122 26 25-26 25m440-72 22 21-22 21"
    />
  </>
)
