import { paint } from '#platform/ui/scenes/paint.ts'
import { CarRear, Ground } from '#platform/ui/scenes/shapes.tsx'

export const Night = () => (
  <>
    <Ground fill={paint.deep} />
    <circle cx="444" cy="84" r="50" fill={paint.paper} />
    <circle cx="422" cy="70" r="46" fill={paint.deep} />
    <g fill={paint.far}>
      <circle cx="90" cy="60" r="5" />
      <circle cx="176" cy="112" r="4" />
      <circle cx="246" cy="44" r="6" />
      <circle cx="334" cy="112" r="4" />
      <circle cx="560" cy="54" r="5" />
      <circle cx="578" cy="148" r="4" />
      <circle cx="52" cy="156" r="4" />
    </g>
    <path fill={paint.brand} fillOpacity=".6" d="M0 204q120-60 230-16 100 34 190-8 110-48 220 14v160H0z" />
    <path fill={paint.ink} fillOpacity=".5" d="M0 226h640v134H0z" />
    <path fill={paint.road} d="M294 226h52l200 134H94z" />
    <path fill={paint.paper} fillOpacity=".4" d="M296 226h48l104 92H192z" />
    <path fill={paint.paper} d="M317 230h6l4 18h-14z" />
    <CarRear x={245} y={350} />
  </>
)
