import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground, Tree } from '#platform/ui/scenes/shapes.tsx'

export const Bicycle = () => (
  <>
    <Ground fill={paint.sky} />
    <circle cx="476" cy="112" r="54" fill={paint.paper} />
    <path fill={paint.far} d="M0 200q120-70 260-30t200-10q100-30 180 10v150H0z" />
    <path fill={paint.mid} d="M0 266h640v94H0z" />
    <Tree x={30} y={284} scale={1.5} crown={paint.mid} />
    <path fill={paint.road} d="M0 300h640v60H0z" />
    <path fill={paint.paper} d="M0 332h640v8H0z" />
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <g stroke={paint.ink} strokeWidth="13">
        <circle cx="208" cy="232" r="78" />
        <circle cx="432" cy="232" r="78" />
      </g>
      <path
        stroke={paint.brand}
        strokeWidth="15"
        d="M208 232h104l92-112H258l54 112m-104 0 50-112-12-32m158 32 28 112M404 120l-12-44"
      />
      <path stroke={paint.ink} strokeWidth="18" d="M214 84h56" />
      <path stroke={paint.ink} strokeWidth="14" d="M386 72h44q18 0 16 20" />
    </g>
    <circle cx="312" cy="232" r="20" fill={paint.ink} />
  </>
)
