import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground, Tree, Wheel } from '#platform/ui/scenes/shapes.tsx'

export const SchoolZone = () => (
  <>
    <Ground fill={paint.sky} />
    <path fill={paint.far} d="M0 222q140-60 300-40 190 24 340-20v130H0z" />
    <Tree x={560} y={292} scale={1.5} crown={paint.mid} />
    <path fill={paint.road} d="M0 288h640v72H0z" />
    <path
      fill="none"
      stroke={paint.paper}
      strokeWidth="7"
      strokeLinecap="round"
      d="M30 336h70m60 0h70m60 0h70m60 0h70m60 0h70"
    />
    <path fill={paint.brand} d="M-20 284V112h312q24 0 32 22l18 56 50 12q18 4 18 24v58z" />
    <path fill={paint.ink} d="M-20 214h430v10H-20zm0 24h430v10H-20z" />
    <path fill={paint.deep} d="M-20 262h430v22H-20z" />
    <path fill={paint.sky} d="M14 138h56v52H14zm76 0h56v52H90zm76 0h56v52h-56zm76 0h42q10 0 13 9l14 43h-69z" />
    <rect x="392" y="226" width="18" height="14" rx="7" fill={paint.paper} />
    <Wheel x={92} y={286} r={32} />
    <Wheel x={330} y={286} r={32} />
    <path fill={paint.stone} d="M453 160h16v164h-16z" />
    <path
      fill={paint.paper}
      stroke={paint.deep}
      strokeWidth="11"
      strokeLinejoin="round"
      d="m461 22 88 76v106H373V98z"
    />
    <path
      fill="none"
      stroke={paint.deep}
      strokeWidth="14"
      strokeLinecap="round"
      strokeLinejoin="round"
      d="M430 122v30l-13 34m13-34 16 34m-32-56 16-12 18 18m50-2v24l-13 28m13-28 14 28m-30-48 16-9 16 16"
    />
    <circle cx="430" cy="95" r="13" fill={paint.deep} />
    <circle cx="498" cy="107" r="12" fill={paint.deep} />
  </>
)
