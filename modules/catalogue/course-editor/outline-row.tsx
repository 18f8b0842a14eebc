import { Coffee, Copy, FileText, ListChecks, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { lk_component_type as typeNames } from '#modules/catalogue/lookups.shared.ts'
import { label } from '#platform/lookups.ts'
import { Button } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Input } from '#platform/ui/input.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { ComponentPanel } from './component-panel.tsx'
import type { MediaUrls } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import {
  type ComponentType,
  changeAt,
  type EditedComponent,
  type EditedOutline,
  lessonsOf,
  moveAt,
  type OutlinePosition,
} from './edited-outline.shared.ts'
import type { Bank } from './question-pools.tsx'

export const nameId = (key: number) => `name-${key}`

export type Rows = {
  outline: EditedOutline
  change: (outline: EditedOutline) => void
  /** Changes an item; `place` is its place in this outline, `at` its place in the current one. */
  edit: (place: OutlinePosition, apply: (now: EditedOutline, position: OutlinePosition) => EditedOutline) => void
  /** Changes fields of a component's content. */
  editData: (key: number, changes: Record<string, unknown>) => void
  remove: (place: OutlinePosition, name: string) => void
  copy: (place: OutlinePosition) => void
  copying: boolean
  focusOn: (id: string) => void
  open: number | null
  setOpen: (key: number | null) => void
  loadedData: LoadedData
  setLoadedData: (change: (now: LoadedData) => LoadedData) => void
  organization_id: number
  banks: Bank[]
  readOnly: boolean
  media: MediaUrls
  setMedia: (media: (now: MediaUrls) => MediaUrls) => void
}

/** The stored content of components by key; loaded when one is opened. */
export type LoadedData = Readonly<Record<number, Record<string, unknown>>>

/** The content of an outline row. */
type RowProps = Rows & {
  place: OutlinePosition
  id: string
  name: string
  label: string
  /** Before the name, in place of the button that folds. */
  icon?: ReactNode
  /** Behind the name. */
  facts?: ReactNode
  /** For parts with children: whether they are collapsed. */
  folded?: boolean
  onFold?: () => void
}

/** An item's name, which reads as text until it is pointed at, with its actions. */
export function Row({ place, id, name, label, icon, facts, folded = false, onFold, ...rows }: RowProps) {
  const { edit, remove, copy, copying, focusOn, readOnly } = rows
  const t = useTexts(courseEditorTexts)
  // An item moved to another parent is mounted again there.
  const move = (by: -1 | 1, button: string) => {
    edit(place, (now, position) => moveAt(now, position, by))
    focusOn(`${id}-${button}`)
  }
  return (
    <div className="group/row flex flex-wrap items-center gap-x-2 gap-y-1">
      <div className="flex min-w-0 grow basis-60 items-center gap-1">
        {onFold && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t('fold', { name })}
            aria-expanded={!folded}
            onClick={onFold}
          >
            {folded ? '▸' : '▾'}
          </Button>
        )}
        <span aria-hidden="true" hidden={readOnly} className="cursor-grab px-1 text-muted-foreground">
          ⠿
        </span>
        {icon}
        <Input
          id={id}
          aria-label={label}
          value={name}
          maxLength={200}
          readOnly={readOnly}
          className={cn(
            'min-w-0 flex-1 px-2 not-focus:border-transparent not-focus:bg-transparent hover:not-focus:border-input',
            onFold && 'font-semibold',
          )}
          onChange={({ target: { value } }) => edit(place, (now, position) => changeAt(now, position, { name: value }))}
        />
      </div>
      {facts}
      <div
        hidden={readOnly}
        // Without a pointer over the row, or on a phone, the actions wait until something of the row has the focus.
        className="ms-auto flex gap-1 group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-md:hidden max-md:group-focus-within/row:flex [@media(hover:hover)]:opacity-0"
      >
        <Button
          variant="ghost"
          size="icon-sm"
          id={`${id}-up`}
          aria-label={t('moveUp', { name })}
          onClick={() => move(-1, 'up')}
        >
          ↑
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          id={`${id}-down`}
          aria-label={t('moveDown', { name })}
          onClick={() => move(1, 'down')}
        >
          ↓
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('copy', { name })}
          disabled={copying}
          onClick={() => copy(place)}
        >
          <Copy aria-hidden="true" className="size-4" />
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label={t('remove', { name })} onClick={() => remove(place, name)}>
          ✕
        </Button>
      </div>
    </div>
  )
}

type TimerProps = {
  timer: EditedComponent['timer']
  readOnly: boolean
  onChange: (timer: EditedComponent['timer']) => void
}

function TimerFields({ timer, readOnly, onChange }: TimerProps) {
  const t = useTexts(courseEditorTexts)
  return (
    <>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4"
          checked={timer.active}
          disabled={readOnly}
          onChange={(event) => onChange({ ...timer, active: event.target.checked })}
        />
        {t('timer')}
      </label>
      {timer.active && (
        <span className="flex w-40 items-center gap-2">
          <Input
            type="number"
            min={0}
            max={86_400}
            readOnly={readOnly}
            aria-label={`${t('timer')}: ${t('seconds')}`}
            value={timer.seconds}
            onChange={(event) => onChange({ ...timer, seconds: Math.max(0, Math.round(Number(event.target.value))) })}
          />
          <span aria-hidden="true">{t('secondsShort')}</span>
        </span>
      )}
    </>
  )
}

const typeId: Record<ComponentType, number> = { Content: 1, Media: 2, Quiz: 3, Break: 4 }
const typeIcons = { Content: FileText, Media: Video, Quiz: ListChecks, Break: Coffee } as const

/** '2:25' for 145 seconds. */
const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export function ComponentRow({
  place,
  component,
  ...rows
}: Rows & { place: Required<OutlinePosition>; component: EditedComponent }) {
  const t = useTexts(courseEditorTexts)
  const locale = useLocale()
  const { key, name, timer, type } = component
  const {
    outline,
    edit,
    editData,
    open,
    setOpen,
    loadedData,
    setLoadedData,
    organization_id,
    banks,
    readOnly,
    media,
    setMedia,
  } = rows
  const update = (changes: Partial<EditedComponent>) => edit(place, (now, position) => changeAt(now, position, changes))
  const isOpen = open === key
  const Icon = typeIcons[type]
  return (
    <div className={cn('grid grid-cols-1 gap-2 rounded-md px-1', isOpen && 'border p-2')}>
      <Row
        place={place}
        id={nameId(key)}
        name={name}
        label={`${t('componentName', { n: place.component + 1 })} (${label(typeNames, typeId[type], locale)})`}
        icon={<Icon aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />}
        facts={
          <span className="flex items-center gap-3 text-sm">
            {timer.active && (
              <span className="figures text-muted-foreground">{t('lengthOf', { time: clockOf(timer.seconds) })}</span>
            )}
            <Button
              variant="outline"
              size="sm"
              aria-expanded={isOpen}
              aria-label={t('edit', { name })}
              onClick={() => setOpen(isOpen ? null : key)}
            >
              {isOpen ? t('close') : t('open')}
            </Button>
          </span>
        }
        {...rows}
      />
      {isOpen && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 ps-7 text-sm">
          <span className="text-muted-foreground">{t(`new${type}`)}</span>
          <TimerFields timer={timer} readOnly={readOnly} onChange={(changedTimer) => update({ timer: changedTimer })} />
        </div>
      )}
      {isOpen && (
        <ComponentPanel
          component={component}
          loadedData={loadedData[key] ?? null}
          organization_id={organization_id}
          banks={banks}
          lessons={lessonsOf(outline)}
          readOnly={readOnly}
          media={media}
          onRead={(data, urls) => {
            setLoadedData((now) => ({ ...now, [key]: data }))
            setMedia((now) => ({ ...now, ...urls }))
          }}
          onChange={(changes) => editData(key, changes)}
        />
      )}
    </div>
  )
}
