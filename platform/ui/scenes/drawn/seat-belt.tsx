import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const SeatBelt = () => (
  <>
    <Ground fill={paint.sky} />
    <path fill={paint.far} d="M0 150q140-80 300-40 190 44 340-30v280H0z" />
    <path fill={paint.road} d="M232 0h176v40q0 44-44 44h-88q-44 0-44-44z" />
    <path fill={paint.road} d="M130 360V170q0-76 82-76h216q82 0 82 76v190z" />
    <path fill={paint.stone} d="M256 0h128q-2 50-38 66v84h-52V66q-36-16-38-66z" />
    <path fill={paint.brand} d="M168 360V204q0-62 64-72l50-8q38 34 76 0l50 8q64 10 64 72v156z" />
    <path fill={paint.deep} d="M210 360V236l-12-46q-5 10-5 26v144zm220 0V236l12-46q5 10 5 26v144z" />
    <path fill="none" stroke={paint.deep} strokeWidth="44" d="M545-20 244 308m228 26H240" />
    <path fill="none" stroke={paint.paper} strokeWidth="34" d="M545-20 244 308m228 26H240" />
    <rect x="192" y="288" width="84" height="66" rx="14" fill={paint.ink} />
    <rect x="210" y="306" width="48" height="20" rx="8" fill={paint.far} />
  </>
)
