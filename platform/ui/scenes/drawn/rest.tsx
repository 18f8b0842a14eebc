import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const Rest = () => (
  <>
    <Ground fill={paint.sky} />
    <circle cx="206" cy="158" r="70" fill={paint.paper} />
    <path fill={paint.far} d="M0 196q110-60 230-24t230-20q100-30 180 10v100H0z" />
    <path fill={paint.mid} d="M0 228h640v90H0z" />
    <path fill="none" stroke={paint.far} strokeWidth="6" strokeLinecap="round" d="M150 246h112m-86 20h60M20 254h60" />
    <path fill={paint.brand} d="M0 300q200-54 420-44 130 4 220-14v118H0z" />
    <path fill="none" stroke={paint.ink} strokeWidth="20" strokeLinecap="round" d="M470 288V150m0 64 46-42" />
    <path fill={paint.deep} d="M470 18q110 6 124 90 4 78-90 82-40 4-70 0-88-4-84-82 12-84 120-90z" />
    <path
      fill="none"
      stroke={paint.ink}
      strokeWidth="12"
      strokeLinecap="round"
      d="M262 312v-36m140 36v-36m-152-4h164m-146-36h128m-120 0v36m112-36v36"
    />
  </>
)
