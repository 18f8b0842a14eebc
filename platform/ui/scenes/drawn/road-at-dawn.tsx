import { paint } from '#platform/ui/scenes/paint.ts'
import { Ground, Tree } from '#platform/ui/scenes/shapes.tsx'

export const RoadAtDawn = () => (
  <>
    <Ground fill={paint.sky} />
    <circle cx="320" cy="206" r="148" fill={paint.far} />
    <circle cx="320" cy="206" r="88" fill={paint.paper} />
    <path fill={paint.mid} d="M0 222q90-66 176-34 60 22 120 18 70-4 130-36 110-50 214 34v156H0z" />
    <path fill={paint.brand} d="M0 252q150-50 330-30 170 18 310-8v146H0z" />
    <path
      fill={paint.road}
      d="M313 221q-52 22-14 42 26 14-16 38-66 34-157 59h330q26-32 2-60-20-22-78-38-46-13-47-41z"
    />
    <path
      fill={paint.paper}
      d="M315 233q-9 9 4 17l5-3q-8-6-4-14zm24 30q22 10 16 24l8 4q8-20-16-32zm2 50q-16 20-45 37h22q24-14 34-32z"
    />
    <Tree x={70} y={286} scale={0.9} />
    <Tree x={130} y={268} scale={0.6} />
    <Tree x={500} y={282} scale={1.05} />
    <Tree x={458} y={258} scale={0.55} />
  </>
)
