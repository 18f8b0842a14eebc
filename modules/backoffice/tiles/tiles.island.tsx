import {
  BadgeCheck,
  BookOpen,
  Building2,
  CircleAlert,
  CircleCheck,
  CreditCard,
  Globe,
  LifeBuoy,
  type LucideIcon,
  TrendingUp,
  Users,
} from 'lucide-react'
import { type DragEvent, useCallback, useEffect, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { NativeSelect } from '#platform/ui/native-select.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Figure } from './figure.tsx'
import { tileWords } from './tiles.texts.ts'
import type { Tile } from './tiles.ts'

type OfferedTile = { value: number; label: string }
type Props = {
  application_path: string
  first: Tile[]
  /** The tile types that can be added; empty if a page's tiles are fixed. */
  types: OfferedTile[]
  /** The record of all tiles. */
  subject?: { organization_id?: number; student_id?: number }
}

const refreshMs = 10_000

/** A page's tiles: self-updating numbers, which readers can add, remove and reorder if the page allows it. */
export default island('backoffice/tiles', { when: 'visible' }, Tiles)

function Tiles({ types, ...page }: Props) {
  const t = useTexts(tileWords)
  const [editing, setEditing] = useState(false)
  const { tiles, add, remove, move } = useTiles(page, editing)
  const unusedTypes = types.filter(({ value }) => !tiles.some((tile) => tile.lk_user_tile_type_id === value))
  /** The page's default tiles are stored as soon as one is added, and can then be moved and removed. */
  const isCustomized = tiles.some(({ user_tile_id }) => user_tile_id !== null)

  async function toggle() {
    setEditing(!editing)
    const last = tiles.at(-1)
    // An added tile comes last, so this stores all of them in order.
    if (!editing && !isCustomized && last) await add(last.lk_user_tile_type_id)
  }
  return (
    <section aria-label={t('title')} className="grid gap-3">
      {tiles.length === 0 && <p className="text-muted-foreground">{t('none')}</p>}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {tiles.map((tile, index) => (
          <TileBox
            key={tile.api_endpoint}
            tile={tile}
            index={index}
            editing={editing && isCustomized}
            onMove={move}
            onRemove={() => void remove(tile)}
          />
        ))}
      </ul>
      {types.length > 0 && (
        <div className="flex flex-wrap items-end gap-3">
          <Button variant="outline" size="sm" onClick={() => void toggle()} aria-pressed={editing}>
            {t(editing ? 'done' : 'edit')}
          </Button>
          {editing && unusedTypes.length > 0 && (
            <div className="w-60">
              <NativeSelect
                aria-label={t('add')}
                value=""
                onChange={({ currentTarget }) => void add(Number(currentTarget.value))}
                placeholder={t('choose')}
                options={unusedTypes.map(({ value, label }) => ({ value: String(value), label }))}
              />
            </div>
          )}
        </div>
      )}
    </section>
  )
}

/** The tiles of a page, read again every few seconds unless they are being edited. */
function useTiles({ application_path, first, subject = {} }: Omit<Props, 'types'>, editing: boolean) {
  const [tiles, setTiles] = useState(first)
  const { organization_id, student_id } = subject
  const refresh = useCallback(async () => {
    if (document.visibilityState === 'hidden') return
    const response = await fetchTiles(application_path, organization_id, student_id)
    if (response.ok) setTiles(response.data.dashboardTile)
  }, [application_path, organization_id, student_id])

  useEffect(() => {
    if (editing) return
    const timer = setInterval(() => void refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [editing, refresh])

  async function add(lk_user_tile_type_id: number) {
    const response = await callApi((api) => api.POST('/usertile', { body: { application_path, lk_user_tile_type_id } }))
    if (!response.ok) return
    // The response counts for the page, not for the record that the page is about.
    if (organization_id || student_id) await refresh()
    else setTiles(response.data.dashboardTile)
  }

  async function remove({ user_tile_id }: Tile) {
    if (user_tile_id === null) return
    const response = await callApi((api) => api.DELETE('/usertile', { body: { user_tile_id } }))
    if (response.ok) await refresh()
  }

  async function move(from: number, to: number) {
    if (to < 0 || to >= tiles.length || from === to) return
    const movedTiles = tiles.toSpliced(from, 1).toSpliced(to, 0, tiles[from]!)
    setTiles(movedTiles)
    const usertiles = movedTiles.flatMap(({ user_tile_id }, index) =>
      user_tile_id === null ? [] : [{ user_tile_id, order: index + 1 }],
    )
    await callApi((api) => api.PUT('/usertile', { body: { application_path, usertiles } }))
  }

  return { tiles, add, remove, move }
}

function fetchTiles(application_path: string, organization_id?: number, student_id?: number) {
  const quietOptions = { quiet: true }
  if (organization_id)
    return callApi(
      (api) => api.GET('/usertile/organization_tiles/fetch', { params: { query: { organization_id } } }),
      quietOptions,
    )
  if (student_id)
    return callApi(
      (api) => api.GET('/usertile/studentdetail_tiles/fetch', { params: { query: { student_id } } }),
      quietOptions,
    )
  return callApi((api) => api.GET('/usertile/fetch', { params: { query: { application_path } } }), quietOptions)
}

const colors: Record<string, string> = {
  blue: 'text-blue-ink',
  green: 'text-green-ink',
  orange: 'text-orange-ink',
  red: 'text-red-ink',
  purple: 'text-purple-ink',
}

/** The icons of tile types, by their names in `tile-types.ts`. */
const icons: Record<string, LucideIcon> = {
  alert: CircleAlert,
  book: BookOpen,
  certificate: BadgeCheck,
  check: CircleCheck,
  globe: Globe,
  organizations: Building2,
  payments: CreditCard,
  reports: TrendingUp,
  students: Users,
  submissions: CircleCheck,
  support: LifeBuoy,
}

type BoxProps = {
  tile: Tile
  index: number
  editing: boolean
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

function TileBox({ tile, index, editing, onMove, onRemove }: BoxProps) {
  const t = useTexts(tileWords)
  const { title, cached_data, icon, icon_color, link } = tile
  const Icon = icons[icon] ?? CircleAlert
  const { data, meta } = cached_data
  const tone = data.includes('+') ? 'text-green-ink' : data.includes('-') ? 'text-red-ink' : ''
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    onMove(Number(event.dataTransfer.getData('text/plain')), index)
  }
  return (
    <li
      draggable={editing}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(index))}
      onDragOver={(event) => editing && event.preventDefault()}
      onDrop={onDrop}
      className="rounded-lg border bg-card p-3"
    >
      <p className="flex items-start justify-between gap-2 text-sm font-semibold">
        {link && !editing ? <TextLink href={link}>{title}</TextLink> : title}
        <Icon aria-hidden="true" className={`size-5 shrink-0 ${colors[icon_color] ?? ''}`} />
      </p>
      <Figure value={data} className={`figures text-2xl font-semibold ${tone}`} />
      <p className="text-sm text-muted-foreground">{meta}</p>
      {editing && (
        <div className="mt-2 flex gap-1">
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t('earlier', { tile: title })}
            onClick={() => onMove(index, index - 1)}
          >
            <span aria-hidden="true">‹</span>
          </Button>
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t('later', { tile: title })}
            onClick={() => onMove(index, index + 1)}
          >
            <span aria-hidden="true">›</span>
          </Button>
          <Button size="icon-sm" variant="ghost" aria-label={t('remove', { tile: title })} onClick={onRemove}>
            <span aria-hidden="true">×</span>
          </Button>
        </div>
      )}
    </li>
  )
}
