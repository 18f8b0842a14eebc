import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const EmptyDesk = () => (
  <>
    <Ground fill={paint.sky} />
    <rect x="264" y="34" width="196" height="152" rx="14" fill={paint.paper} />
    <path fill={paint.far} d="M278 172v-40q46-44 92-22 40 18 76-6v68z" />
    <circle cx="402" cy="78" r="18" fill={paint.far} />
    <path fill={paint.far} d="m150 128 92 112H92z" fillOpacity=".6" />
    <path fill={paint.brand} d="M66 258q0-18 18-18h472q18 0 18 18v14H66z" />
    <path fill={paint.deep} d="M104 272h26v88h-26zm406 0h26v88h-26z" />
    <path fill={paint.deep} d="M130 272h380v18H130z" fillOpacity=".35" />
    <path
      fill="none"
      stroke={paint.ink}
      strokeWidth="11"
      strokeLinecap="round"
      strokeLinejoin="round"
      d="M202 234h64m-32 0v-84l-62-54"
    />
    <path fill={paint.deep} d="M112 138q-4-48 42-62 24-6 36 8 12 16 2 36z" />
    <path fill={paint.stone} d="M318 202h136l-14 38H332z" />
    <path fill={paint.paper} d="M318 196h136q6 0 6 6t-6 6H318q-6 0-6-6t6-6z" />
    <path fill="none" stroke={paint.paper} strokeWidth="8" d="M524 212h10q10 0 10 9t-10 9h-10" />
    <path fill={paint.paper} d="M482 202h44v22q0 16-16 16h-12q-16 0-16-16z" />
  </>
)
