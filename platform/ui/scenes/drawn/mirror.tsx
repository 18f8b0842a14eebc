import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const Mirror = () => (
  <>
    <Ground fill={paint.sky} />
    <path fill={paint.mid} d="M0 266q120-56 250-30 190 40 390-20v144H0z" />
    <path fill={paint.road} d="M292 258h56l180 102H112z" />
    <path fill={paint.paper} d="M316 270h8l4 20h-16zm-6 34h20l6 36h-32z" />
    <path fill={paint.ink} d="M304 0h32v60h-32z" />
    <rect x="122" y="48" width="396" height="164" rx="60" fill={paint.far} />
    <path fill={paint.brand} d="M122 128q90-30 190-12t206-14v50q0 60-60 60H182q-60 0-60-60z" />
    <path fill={paint.road} d="M300 116h40l120 92H180z" />
    <path fill={paint.ink} d="M270 180h26v24h-26zm74 0h26v24h-26z" />
    <path fill={paint.paper} d="m278 152 12-28q3-8 12-8h36q9 0 12 8l12 28q14 4 14 18v18H264v-18q0-14 14-18z" />
    <path fill={paint.deep} d="m288 150 10-22q2-4 6-4h32q4 0 6 4l10 22z" />
    <path fill={paint.stone} d="M264 178h112v10H264z" />
    <path fill={paint.mid} d="M270 162h22v10h-22zm78 0h22v10h-22z" />
    <rect x="122" y="48" width="396" height="164" rx="60" fill="none" stroke={paint.ink} strokeWidth="18" />
  </>
)
