import { paint } from '#platform/ui/scenes/paint.ts'
import { CarSide, Ground } from '#platform/ui/scenes/shapes.tsx'

export const FollowingDistance = () => (
  <>
    <Ground fill={paint.sky} />
    <path fill={paint.far} d="M0 170q110-70 230-34t210-24q110-44 200 20v160H0z" />
    <path fill={paint.mid} d="M0 232q160-36 320-12t320-12v80H0z" />
    <path fill={paint.road} d="M0 276h640v84H0z" />
    <CarSide x={-72} y={312} scale={1.3} body={paint.paper} shade={paint.stone} />
    <CarSide x={424} y={312} scale={1.3} />
    <g fill="none" stroke={paint.brand} strokeWidth="9" strokeLinecap="round" strokeLinejoin="round">
      <path d="M212 142v52m216-52v52M230 168h180m-160-20-20 20 20 20m140-40 20 20-20 20" />
    </g>
    <g fill={paint.paper}>
      <circle cx="260" cy="318" r="12" />
      <circle cx="320" cy="318" r="12" />
      <circle cx="380" cy="318" r="12" />
    </g>
  </>
)
