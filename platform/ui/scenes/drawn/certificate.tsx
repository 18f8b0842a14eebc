import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const Certificate = () => (
  <>
    <Ground fill={paint.far} />
    <circle cx="320" cy="180" r="170" fill={paint.mid} />
    <g transform="rotate(-4 320 180)">
      <rect x="140" y="60" width="360" height="240" rx="14" fill={paint.paper} />
      <rect x="158" y="78" width="324" height="204" rx="6" fill="none" stroke={paint.brand} strokeWidth="6" />
      <path
        fill="none"
        stroke={paint.stone}
        strokeWidth="10"
        strokeLinecap="round"
        d="M240 164h160m-190 34h110m-110 34h80"
      />
      <path fill="none" stroke={paint.brand} strokeWidth="16" strokeLinecap="round" d="M250 120h140" />
      <path fill={paint.deep} d="M396 226v78l22-16 22 16v-78z" />
      <circle cx="418" cy="218" r="42" fill={paint.brand} />
      <path
        fill="none"
        stroke={paint.paper}
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m400 218 13 14 24-28"
      />
    </g>
  </>
)
