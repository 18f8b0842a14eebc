import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground } from '#platform/ui/scenes/shapes.tsx'

export const PhoneFaceDown = () => (
  <>
    <Ground fill={paint.far} />
    <path fill={paint.sky} d="M0 0h640v84H0zm0 170h640v90H0z" />
    <g transform="rotate(-16 290 180)">
      <rect
        x="212"
        y="38"
        width="156"
        height="300"
        rx="30"
        fill={paint.deep}
        fillOpacity=".25"
        transform="translate(14 16)"
      />
      <rect x="206" y="30" width="160" height="302" rx="30" fill={paint.deep} />
      <rect x="212" y="30" width="154" height="302" rx="30" fill={paint.brand} />
      <rect x="228" y="46" width="72" height="78" rx="20" fill={paint.deep} />
      <circle cx="248" cy="66" r="13" fill={paint.ink} />
      <circle cx="248" cy="103" r="13" fill={paint.ink} />
      <circle cx="281" cy="66" r="13" fill={paint.ink} />
      <circle cx="281" cy="103" r="6" fill={paint.paper} />
      <circle cx="251" cy="63" r="4" fill={paint.far} />
      <circle cx="251" cy="100" r="4" fill={paint.far} />
      <circle cx="284" cy="63" r="4" fill={paint.far} />
    </g>
    <g transform="rotate(24 490 210)">
      <circle cx="490" cy="108" r="30" fill="none" stroke={paint.stone} strokeWidth="10" />
      <rect x="450" y="138" width="80" height="124" rx="34" fill={paint.ink} />
      <rect x="470" y="166" width="40" height="26" rx="13" fill={paint.stone} />
      <rect x="470" y="206" width="40" height="26" rx="13" fill={paint.brand} />
    </g>
  </>
)
