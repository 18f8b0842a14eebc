import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground, Wheel } from '#platform/ui/scenes/shapes.tsx'

export const EmergencyVehicle = () => (
  <>
    <Ground fill={paint.far} />
    <path fill={paint.mid} d="M0 150h60V90h70v60h330v-50h90v70h90v120H0z" />
    <path fill={paint.road} d="M0 286h640v74H0z" />
    <path
      fill="none"
      stroke={paint.paper}
      strokeWidth="7"
      strokeLinecap="round"
      d="M30 336h70m60 0h70m60 0h70m60 0h70m60 0h70"
    />
    <path fill={paint.paper} d="M104 286V126q0-18 18-18h248q18 0 18 18v22h50q18 0 27 14l42 58q9 12 9 24v42z" />
    <path fill={paint.brand} d="M104 232h400q12 4 12 28H104z" />
    <path fill={paint.deep} d="M406 168h28q10 0 16 8l32 44h-76z" />
    <path fill={paint.brand} d="M228 124h40v30h30v40h-30v30h-40v-30h-30v-40h30z" />
    <path fill={paint.deep} d="M316 108V92q0-10 10-10h28q10 0 10 10v16z" />
    <path
      fill="none"
      stroke={paint.brand}
      strokeWidth="10"
      strokeLinecap="round"
      d="M340 58V30m-38 38-22-22m98 22 22-22"
    />
    <Wheel x={186} y={288} r={34} />
    <Wheel x={434} y={288} r={34} />
  </>
)
