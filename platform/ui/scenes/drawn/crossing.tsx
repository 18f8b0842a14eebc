import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const Crossing = () => (
  <>
    <Ground fill={paint.sky} />
    <path fill={paint.far} d="M0 130h90V70h90v150H0zm460 0h70V60h80v50h30v110H460z" />
    <path fill={paint.mid} d="M0 216h640v144H0z" />
    <path fill={paint.road} d="M270 216h100l270 122v22H0v-22z" />
    <path fill={paint.paper} d="M144 292h52l-40 50H86zm94 0h50l-16 50h-66zm90 0h50l16 50h-66zm94 0h52l58 50h-70z" />
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path stroke={paint.deep} strokeWidth="18" d="m300 112-34 36-14 40" />
      <path stroke={paint.ink} strokeWidth="26" d="m316 198-20 54-32 56" />
      <path stroke={paint.deep} strokeWidth="26" d="m324 198 24 50 22 60" />
      <path stroke={paint.brand} strokeWidth="54" d="m318 122 2 66" />
      <path stroke={paint.brand} strokeWidth="18" d="m334 112 26 38 36 18" />
    </g>
    <circle cx="322" cy="52" r="32" fill={paint.ink} />
  </>
)
