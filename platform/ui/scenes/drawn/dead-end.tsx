import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const DeadEnd = () => (
  <>
    <Ground fill={paint.sky} />
    <circle cx="470" cy="112" r="50" fill={paint.paper} />
    <path fill={paint.far} d="M0 190q110-66 230-30t230-16q100-30 180 14v160H0z" />
    <path fill={paint.mid} d="M0 222h640v138H0z" />
    <path fill={paint.road} d="M256 222h128l166 138H90z" />
    <path fill={paint.ink} d="M192 110h20v206h-20zm236 0h20v206h-20zM166 308h72v14h-72zm236 0h72v14h-72z" />
    <circle cx="202" cy="96" r="20" fill={paint.brand} />
    <circle cx="438" cy="96" r="20" fill={paint.brand} />
    <rect x="140" y="126" width="360" height="58" rx="8" fill={paint.paper} />
    <rect x="140" y="212" width="360" height="58" rx="8" fill={paint.paper} />
    <path
      fill={paint.brand}
      d="M176 126h54l-40 58h-42q-8 0-8-8v-2zm108 0h54l-40 58h-54zm108 0h54l-40 58h-54zM176 212h54l-40 58h-42q-8 0-8-8v-2zm108 0h54l-40 58h-54zm108 0h54l-40 58h-54zM500 134v42q0 8-8 8h-32zm0 86v42q0 8-8 8h-32z"
    />
  </>
)
