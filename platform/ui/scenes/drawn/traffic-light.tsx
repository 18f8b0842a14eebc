import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const TrafficLight = () => (
  <>
    <Ground fill={paint.sky} />
    <path fill={paint.far} d="M0 140h80V70h90v80h60v110H0zm440 30h60V90h80v60h60v110H440z" />
    <path fill={paint.mid} d="M0 256h640v104H0z" />
    <path fill={paint.road} d="M282 256h76l190 104H92z" />
    <path fill={paint.paper} d="M316 264h8l4 22h-16zm-6 38h20l7 40h-34z" />
    <path fill={paint.road} d="M310 0h20v30h-20z" />
    <path
      fill={paint.deep}
      d="m258 62-38 8q4 34 38 34zm0 70-38 8q4 34 38 34zm124-70 38 8q-4 34-38 34zm0 70 38 8q-4 34-38 34z"
    />
    <rect x="250" y="20" width="140" height="222" rx="32" fill={paint.ink} />
    <circle cx="320" cy="64" r="29" fill={paint.road} />
    <circle cx="320" cy="131" r="29" fill={paint.road} />
    <circle cx="320" cy="198" r="29" fill={paint.brand} stroke={paint.far} strokeWidth="8" />
  </>
)
