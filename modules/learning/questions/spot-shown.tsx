import { type Area, type Point, pointAt, pointsOf } from '#modules/catalogue/questions/area.shared.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import type { Answer } from './answer.shared.ts'
import type { AnsweredProps } from './answer-field-parts.tsx'
import { questionTexts } from './question.texts.ts'

/** The point of an answer; null for one without. */
export const pointIn = (answer: Answer): Point | null =>
  answer !== null && typeof answer === 'object' && 'x' in answer ? pointAt(Number(answer.x), Number(answer.y)) : null

/** A ring visible on light and dark pictures, placed by attributes because pages allow no style attributes. */
export const Mark = ({ point: { x, y } }: { point: Point }) => (
  <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-visible">
    <svg aria-hidden="true" x={`${x}%`} y={`${y}%`} className="overflow-visible">
      <circle r={17} className="fill-none stroke-card stroke-7" />
      <circle r={17} className="fill-none stroke-primary stroke-3" />
      <circle r={4} className="fill-primary stroke-card stroke-2" />
    </svg>
  </svg>
)

/** The picture with the answered point, and the correct areas if they may be shown. */
export function SpotShown({ question: { configuration: config }, answer, right }: AnsweredProps) {
  const t = useTexts(questionTexts)
  const point = pointIn(answer)
  const rightIds: readonly unknown[] = Array.isArray(right) ? right : [right]
  const areas = config.options.flatMap(({ id, area }) =>
    area && (rightIds.includes(id) || id === answer) ? [{ id, area }] : [],
  )
  return (
    <figure className="grid gap-1">
      <div className="relative w-fit max-w-full">
        <img src={config.picture?.src} alt={config.picture?.alt ?? ''} className="block max-w-full rounded-md" />
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full"
        >
          {areas.map(({ id, area }) => (
            <Outline key={id} area={area} isRight={rightIds.includes(id)} />
          ))}
        </svg>
        {point && <Mark point={point} />}
      </div>
      {areas.length > 0 && rightIds.some((id) => id !== null) && (
        <figcaption className="text-sm text-muted-foreground">{t('spotLegend')}</figcaption>
      )}
    </figure>
  )
}

/** A line of contrasting brightness below the colored one, so that the ring is visible on every picture. */
function Outline({ area, isRight }: { area: Area; isRight: boolean }) {
  const points = pointsOf(area)
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')
  return (
    <>
      <polygon points={points} vectorEffect="non-scaling-stroke" className="fill-none stroke-card stroke-6" />
      <polygon
        points={points}
        vectorEffect="non-scaling-stroke"
        className={
          isRight
            ? 'fill-green-ink/25 stroke-green-ink stroke-3'
            : 'fill-none stroke-foreground stroke-3 [stroke-dasharray:6]'
        }
      />
    </>
  )
}
