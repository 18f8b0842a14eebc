import { Badge } from '#platform/ui/badge.tsx'
import { kindTones, type StatusKind, statusTones, toneOf } from '#platform/ui/status-tones.ts'
import { Examples, GallerySection } from './gallery-section.tsx'

const sample = 'The next surprise finds you with time, space and a plan'

/** Text sizes and page widths. */
export const TypeSection = () => (
  <GallerySection title="Type and rhythm">
    <p className="eyebrow">eyebrow: lesson 4 of 82</p>
    <p className="title-display">title-display: {sample}</p>
    <p className="title-page">title-page: {sample}</p>
    <p className="text-xl font-semibold">text-xl: {sample}</p>
    <p className="text-lg">text-lg: {sample}</p>
    <p className="text-base">text-base: {sample}</p>
    <p className="text-sm">text-sm: {sample}</p>
    <div className="lesson grid gap-3">
      <p>
        lesson: You are about to spend four hours thinking about something most of us do on autopilot. Driving feels
        easy because practice has made it feel easy, but the feeling of ease is not the same thing as skill.
      </p>
    </div>
    <div className="grid gap-2 text-sm">
      <p className="max-w-form rounded-md bg-muted px-3 py-2">max-w-form: a form of staff</p>
      <p className="max-w-page rounded-md bg-muted px-3 py-2">max-w-page: a page</p>
      <p className="rounded-md bg-muted px-3 py-2">full: a list</p>
    </div>
  </GallerySection>
)

const swatches = {
  'bg-background': 'background',
  'bg-card': 'card',
  'bg-muted': 'muted',
  'bg-border': 'border',
  'bg-input': 'input',
  'bg-foreground': 'foreground',
  'bg-muted-foreground': 'muted-foreground',
  'bg-primary': 'primary',
  'bg-primary-hover': 'primary-hover',
  'bg-accent': 'accent',
  'bg-accent-foreground': 'accent-foreground',
  'bg-ring': 'ring',
  'bg-destructive': 'destructive',
} as const

/** The colors that classes name. */
export const ColorSection = () => (
  <GallerySection title="Colors">
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
      {Object.entries(swatches).map(([look, name]) => (
        <li key={name} className="grid gap-1 text-sm">
          <span className={`block h-14 rounded-md border ${look}`} />
          {name}
        </li>
      ))}
    </ul>
  </GallerySection>
)

/** Every status of the product with its color. */
export const StatusSection = () => (
  <GallerySection title="Statuses">
    <Examples name="all things">
      {Object.keys(statusTones).map((status) => (
        <Badge key={status} tone={toneOf(status)}>
          {status}
        </Badge>
      ))}
    </Examples>
    {Object.entries(kindTones).map(([kind, tones]) => (
      <Examples key={kind} name={kind}>
        {Object.keys(tones).map((status) => (
          <Badge key={status} tone={toneOf(status, kind as StatusKind)}>
            {status}
          </Badge>
        ))}
      </Examples>
    ))}
  </GallerySection>
)
