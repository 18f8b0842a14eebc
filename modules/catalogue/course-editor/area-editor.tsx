import { type PointerEvent, useEffect, useId, useState } from 'react'
import {
  type Area,
  addPoint,
  type Bounds,
  boundsOf,
  defaultAreas,
  fitArea,
  maxPoints,
  minPoints,
  minSide,
  moveArea,
  moveCorner,
  type Point,
  pointAt,
  pointsOf,
  rectangleBetween,
} from '#modules/catalogue/questions/area.shared.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { cn } from '#platform/ui/cn.ts'
import { FieldDescription, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { areaEditorTexts } from './area-editor.texts.ts'
import type { EditedOption, EditedQuestion } from './edited-question.shared.ts'
import { useNextFocus } from './use-next-focus.ts'

type Props = { question: EditedQuestion; graded: boolean; onChange: (options: EditedOption[]) => void }

/** The options of a question as named areas of its picture, drawn with a pointer or positioned by numbers. */
export default function AreaEditor({ question, graded, onChange }: Props) {
  const t = useTexts(areaEditorTexts)
  const list = useId()
  const focusOn = useNextFocus()
  const { options, picture } = question.configuration
  const [selected, select] = useState<number | null>(null)
  const [corners, setCorners] = useState<readonly Point[] | null>(null)
  if (!picture) return <p className="text-muted-foreground">{t('noPicture')}</p>
  const change = (id: number, changes: Partial<EditedOption>) =>
    onChange(options.map((option) => (option.id === id ? { ...option, ...changes } : option)))
  const add = (area: Area) => {
    const id = Math.max(0, ...options.map((option) => option.id)) + 1
    onChange([...options, { id, text: '', correct: options.length === 0, conditional: [], area }])
    select(id)
    setCorners(null)
    focusOn(`${list}-${id}`)
  }
  const remove = (id: number) => {
    onChange(options.filter((option) => option.id !== id))
    focusOn(`${list}-add`)
  }
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1 font-semibold">{t('areas')}</legend>
      <FieldDescription>{t(corners ? 'drawing' : 'hint')}</FieldDescription>
      <Tools id={`${list}-add`} corners={corners} onCorners={setCorners} onAdd={add} />
      <Surface
        picture={picture}
        options={options}
        selected={selected}
        corners={corners}
        onSelect={select}
        onCorners={setCorners}
        onAdd={add}
        onArea={(id, area) => change(id, { area })}
      />
      {options.length > 0 && <FieldDescription>{t('namesHint')}</FieldDescription>}
      <ol className="grid grid-cols-1 gap-3">
        {options.map((option, index) => (
          <li key={option.id} id={`${list}-${option.id}`} onFocus={() => select(option.id)}>
            <AreaRow
              n={index + 1}
              option={option}
              graded={graded}
              onChange={(changes) => change(option.id, changes)}
              onRemove={() => remove(option.id)}
            />
          </li>
        ))}
      </ol>
    </fieldset>
  )
}

type Corners = readonly Point[] | null
type ToolsProps = { id: string; corners: Corners; onCorners: (corners: Corners) => void; onAdd: (area: Area) => void }

function Tools({ id, corners, onCorners, onAdd }: ToolsProps) {
  const t = useTexts(areaEditorTexts)
  const small = { variant: 'outline', size: 'sm' } as const
  const isDrawing = corners !== null
  useEffect(() => {
    if (!isDrawing) return
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && onCorners(null)
    window.addEventListener('keydown', cancel)
    return () => window.removeEventListener('keydown', cancel)
  }, [isDrawing, onCorners])
  if (corners)
    return (
      <div className="flex flex-wrap gap-2">
        {corners.length >= minPoints && (
          <Button {...small} onClick={() => onAdd({ kind: 'polygon', points: corners })}>
            {t('finish')}
          </Button>
        )}
        <Button {...small} onClick={() => onCorners(null)}>
          {t('cancel')}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button {...small} id={id} onClick={() => onAdd(defaultAreas.rectangle)}>
        {t('addRectangle')}
      </Button>
      <Button {...small} onClick={() => onAdd(defaultAreas.polygon)}>
        {t('addPolygon')}
      </Button>
      <Button {...small} onClick={() => onCorners([])}>
        {t('drawPolygon')}
      </Button>
    </div>
  )
}

/** A pointer movement in progress. */
type Drag = { from: Point; to: Point } & (
  | { kind: 'draw' }
  | { kind: 'move'; id: number; area: Area }
  | { kind: 'reshape'; id: number; area: Area; corner: number }
)

function areaOf(drag: Drag): Area {
  const { from, to } = drag
  if (drag.kind === 'draw') return rectangleBetween(from, to)
  return drag.kind === 'move'
    ? moveArea(drag.area, to.x - from.x, to.y - from.y)
    : moveCorner(drag.area, drag.corner, to)
}

const isDrawn = ({ from, to }: Drag) => Math.abs(to.x - from.x) >= minSide && Math.abs(to.y - from.y) >= minSide

function pointUnder({ currentTarget, clientX, clientY }: PointerEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return pointAt(((clientX - left) / width) * 100, ((clientY - top) / height) * 100)
}

const isNear = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) < 2.5

type SurfaceProps = {
  picture: { src: string; alt: string }
  options: readonly EditedOption[]
  selected: number | null
  corners: Corners
  onSelect: (id: number | null) => void
  onCorners: (corners: Corners) => void
  onAdd: (area: Area) => void
  onArea: (id: number, area: Area) => void
}

/** The picture with its areas. Everything that a pointer can do here is also possible with the fields below it. */
function Surface({ picture, options, selected, corners, ...handlers }: SurfaceProps) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = pointUnder(event)
    if (!corners) return setDrag(dragFrom(event.target as Element, from, options, selected, handlers.onSelect))
    const [first] = corners
    if (first && corners.length >= minPoints && isNear(first, from))
      handlers.onAdd({ kind: 'polygon', points: corners })
    else if (corners.length < maxPoints) handlers.onCorners([...corners, from])
  }
  const end = () => {
    setDrag(null)
    if (!drag) return
    // A click without movement only selects.
    if (drag.kind !== 'draw' && drag.to !== drag.from) handlers.onArea(drag.id, areaOf(drag))
    else if (drag.kind === 'draw' && isDrawn(drag)) handlers.onAdd(areaOf(drag))
  }
  const drawnOptions = options.map((option) =>
    drag && drag.kind !== 'draw' && drag.id === option.id ? { ...option, area: areaOf(drag) } : option,
  )
  const current = drawnOptions.find(({ id }) => id === selected)
  return (
    <div
      className="relative w-fit max-w-full touch-none select-none cursor-crosshair overflow-hidden rounded-md border"
      onPointerDown={begin}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: pointUnder(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      <img src={picture.src} alt={picture.alt} draggable={false} className="block max-w-full" />
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
        {drawnOptions.map(({ id, area, correct }) => (
          <Shape key={id} id={id} points={area ? pointsOf(area) : []} isRight={correct} isSelected={id === selected} />
        ))}
        {drag?.kind === 'draw' && isDrawn(drag) && <Shape points={pointsOf(areaOf(drag))} isSelected />}
        {corners && <Shape points={corners} isSelected />}
      </svg>
      {drawnOptions.map(
        ({ id, area, correct }, index) => area && <Label key={id} n={index + 1} area={area} isRight={correct} />,
      )}
      {current?.area && !corners && <Handles points={pointsOf(current.area)} />}
      {corners && <Handles points={corners} />}
    </div>
  )
}

/**
 * The gesture that starts where the pointer is pressed: on a corner of the selected area, on an area, or on an empty
 * place.
 */
function dragFrom(
  target: Element,
  from: Point,
  options: readonly EditedOption[],
  selected: number | null,
  onSelect: SurfaceProps['onSelect'],
): Drag {
  const corner = target.closest<HTMLElement>('[data-corner]')?.dataset.corner
  const id = corner === undefined ? Number(target.closest<SVGElement>('[data-area]')?.dataset.area ?? 0) : selected
  const area = options.find((option) => option.id === id)?.area
  onSelect(area ? id : null)
  if (!area || id === null) return { kind: 'draw', from, to: from }
  return corner === undefined
    ? { kind: 'move', id, area, from, to: from }
    : { kind: 'reshape', id, area, corner: Number(corner), from, to: from }
}

type ShapeProps = { id?: number; points: readonly Point[]; isRight?: boolean | undefined; isSelected: boolean }

/** A line of contrasting brightness below the colored one, so that it is visible handlers every picture. */
function Shape({ id, points, isRight = false, isSelected }: ShapeProps) {
  const pointList = points.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <>
      <polygon points={pointList} vectorEffect="non-scaling-stroke" className="fill-none stroke-card stroke-5" />
      <polygon
        data-area={id}
        points={pointList}
        vectorEffect="non-scaling-stroke"
        className={cn(
          'cursor-move',
          isRight ? 'fill-green-ink/25 stroke-green-ink' : 'fill-foreground/15 stroke-foreground',
          isSelected ? 'stroke-3' : 'stroke-2',
        )}
      />
    </>
  )
}

function Label({ n, area, isRight = false }: { n: number; area: Area; isRight?: boolean | undefined }) {
  const { x, y, width, height } = boundsOf(area)
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute -translate-1/2 rounded-full border border-foreground bg-card px-2 text-sm font-semibold"
      style={{ left: `${x + width / 2}%`, top: `${y + height / 2}%` }}
    >
      {isRight ? `${n} ✓` : n}
    </span>
  )
}

const Handles = ({ points }: { points: readonly Point[] }) =>
  points.map(({ x, y }, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: a corner is identified by its position in the list
      key={index}
      aria-hidden="true"
      data-corner={index}
      className="absolute size-4 -translate-1/2 cursor-grab rounded-full border-2 border-foreground bg-card before:absolute before:-inset-2.5"
      style={{ left: `${x}%`, top: `${y}%` }}
    />
  ))

type RowProps = {
  n: number
  option: EditedOption
  graded: boolean
  onChange: (changes: Partial<EditedOption>) => void
  onRemove: () => void
}

function AreaRow({ n, option, graded, onChange, onRemove }: RowProps) {
  const t = useTexts(areaEditorTexts)
  return (
    <div className="grid grid-cols-1 gap-2 rounded-md border p-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <TextField
          label={t('name', { n })}
          maxLength={2_000}
          className="min-w-40 flex-1 basis-full sm:basis-0"
          value={option.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
        {graded && (
          <Checkbox
            label={t('correct')}
            checked={option.correct ?? false}
            onChange={(event) => onChange({ correct: event.target.checked })}
          />
        )}
        <Button variant="ghost" size="sm" aria-label={t('remove', { n })} onClick={onRemove}>
          ✕
        </Button>
      </div>
      {option.area && (
        <details>
          <summary className="cursor-pointer py-1 text-sm">{t('place', { n })}</summary>
          <PositionFields area={option.area} onChange={(area) => onChange({ area })} />
        </details>
      )}
    </div>
  )
}

type PositionProps = { area: Area; onChange: (area: Area) => void }

/** The position of an area in numbers, and the corners of a polygon. */
function PositionFields({ area, onChange }: PositionProps) {
  const t = useTexts(areaEditorTexts)
  const bounds = boundsOf(area)
  const points = area.kind === 'polygon' ? area.points : []
  // Typing 15 passes through a width of 1, so a polygon is scaled from its original form.
  const [before, setBefore] = useState(area)
  return (
    <div className="grid gap-2 pt-2">
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {(['x', 'y', 'width', 'height'] as const satisfies (keyof Bounds)[]).map((name) => (
          <PercentField
            key={name}
            label={t(name)}
            value={bounds[name]}
            onBegin={() => setBefore(area)}
            onChange={(value) => onChange(fitArea(before, withPosition(bounds, name, value)))}
          />
        ))}
      </div>
      {points.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner is identified by its position in the list
        <div key={index} className="flex flex-wrap items-end gap-2">
          {(['x', 'y'] as const).map((name) => (
            <PercentField
              key={name}
              label={t(name === 'x' ? 'cornerX' : 'cornerY', { n: index + 1 })}
              value={point[name]}
              onChange={(value) => onChange(moveCorner(area, index, { ...point, [name]: value }))}
            />
          ))}
          {points.length > minPoints && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={t('removeCorner', { n: index + 1 })}
              onClick={() => onChange({ kind: 'polygon', points: points.toSpliced(index, 1) })}
            >
              ✕
            </Button>
          )}
        </div>
      ))}
      {area.kind === 'polygon' && points.length < maxPoints && (
        <div>
          <Button variant="outline" size="sm" onClick={() => onChange(addPoint(area))}>
            {t('addCorner')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Shrinks an area that a typed position moves to the edge of the picture. */
function withPosition(bounds: Bounds, name: keyof Bounds, value: number): Bounds {
  const next = { ...bounds, [name]: value }
  return { ...next, width: Math.min(next.width, 100 - next.x), height: Math.min(next.height, 100 - next.y) }
}

type PercentProps = { label: string; value: number; onBegin?: () => void; onChange: (value: number) => void }

/** A number field that may be empty while typing. */
function PercentField({ label, value, onBegin, onChange }: PercentProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      label={label}
      type="number"
      min={0}
      max={100}
      step="any"
      value={typed ?? value}
      onFocus={onBegin}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value !== '') onChange(Number(target.value))
      }}
    />
  )
}
