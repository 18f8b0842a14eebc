import { FileAudio, FileSpreadsheet, FileText, FileVideo } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { Input } from '#platform/ui/input.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { NativeSelect } from '#platform/ui/native-select.tsx'
import { libraryTexts } from './library.texts.ts'
import type { Medium } from './send-medium.ts'

const types = ['image', 'video', 'audio', 'pdf', 'document', 'datasheet'] as const
const orders = { '-created_at': 'newest', name: 'byName', '-size': 'bySize' } as const

type Query = { page: number; name: string; type: (typeof types)[number] | ''; sort_by: keyof typeof orders }
type Props = {
  organization_id: number
  only?: 'image' | 'audio' | undefined
  chosen: Medium | null
  onChoose: (medium: Medium) => void
}

/** The uploaded files, by page, name and type. */
export function MediaGrid(props: Props) {
  const [query, setQuery] = useState<Query>({ page: 1, name: '', type: props.only ?? '', sort_by: '-created_at' })
  return (
    <div className="grid gap-4">
      <Filters query={query} only={props.only} onChange={setQuery} />
      <Page key={JSON.stringify(query)} {...props} query={query} onPage={(page) => setQuery({ ...query, page })} />
    </div>
  )
}

type FiltersProps = Pick<Props, 'only'> & { query: Query; onChange: (query: Query) => void }

function Filters({ query, only, onChange }: FiltersProps) {
  const t = useTexts(libraryTexts)
  const [name, setName] = useState(query.name)
  const find = () => {
    if (name.trim() !== query.name) onChange({ ...query, name: name.trim(), page: 1 })
  }
  return (
    // Not a form, because the library may open inside one.
    <search className="grid gap-2 sm:grid-cols-[1fr_auto_auto]">
      <Input
        type="search"
        maxLength={200}
        placeholder={t('search')}
        aria-label={t('search')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          find()
        }}
        onBlur={find}
      />
      {!only && (
        <NativeSelect
          aria-label={t('type')}
          placeholder={t('all')}
          options={types.map((type) => ({ value: type, label: t(type) }))}
          value={query.type}
          onChange={({ currentTarget }) => onChange({ ...query, type: currentTarget.value as Query['type'], page: 1 })}
        />
      )}
      <NativeSelect
        aria-label={t('order')}
        options={Object.entries(orders).map(([value, label]) => ({ value, label: t(label) }))}
        value={query.sort_by}
        onChange={({ currentTarget }) =>
          onChange({ ...query, sort_by: currentTarget.value as Query['sort_by'], page: 1 })
        }
      />
    </search>
  )
}

function Page({
  organization_id,
  chosen,
  onChoose,
  query: { page, name, type, sort_by },
  onPage,
}: Props & { query: Query; onPage: (page: number) => void }) {
  const t = useTexts(libraryTexts)
  const loaded = useLoaded<{ data: { attachment: Medium[]; totalPages: number } }>(null, (api) =>
    api.GET('/attachment/organization/{orgId}', {
      params: {
        path: { orgId: organization_id },
        query: { page, pageSize: 12, sort_by, ...(name && { name: `contains:${name}` }), ...(type && { type }) },
      },
    }),
  )
  return (
    <ShowLoaded loaded={loaded}>
      {({ data: { attachment, totalPages } }) =>
        attachment.length === 0 ? (
          <Empty title={t(name || type ? 'nothing' : 'empty')}>{!name && !type && t('emptyText')}</Empty>
        ) : (
          <>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
              {attachment.map((medium) => (
                <li key={medium.attachment_id}>
                  <Tile
                    medium={medium}
                    chosen={chosen?.attachment_id === medium.attachment_id}
                    onChoose={() => onChoose(medium)}
                  />
                </li>
              ))}
            </ul>
            <Pages page={page} pages={totalPages} onPage={onPage} />
          </>
        )
      }
    </ShowLoaded>
  )
}

const icons: Readonly<Record<string, typeof FileText>> = { video: FileVideo, audio: FileAudio, xlsx: FileSpreadsheet }

function Tile({ medium, chosen, onChoose }: { medium: Medium; chosen: boolean; onChoose: () => void }) {
  const t = useTexts(libraryTexts)
  const locale = useLocale()
  const picture = medium.type === 'image' ? medium.url : medium.thumbnail
  const Icon = icons[medium.type ?? ''] ?? FileText
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={t('choose', { name: medium.name })}
      onClick={onChoose}
      className={cn(
        'grid w-full gap-1 rounded-md border p-2 text-start hover:bg-muted',
        chosen ? 'border-primary bg-accent' : 'border-input',
      )}
    >
      <span className="flex aspect-video items-center justify-center overflow-hidden rounded-sm bg-muted">
        {picture ? (
          <img src={picture} alt="" loading="lazy" className="size-full object-contain" />
        ) : (
          <Icon aria-hidden="true" className="size-10 text-muted-foreground" />
        )}
      </span>
      <span className="truncate text-sm font-semibold">{medium.name}</span>
      <span className="figures text-sm text-muted-foreground">{fileSize(medium.size_bytes, locale)}</span>
    </button>
  )
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const t = useTexts(libraryTexts)
  if (pages < 2) return null
  return (
    <div className="mt-3 flex items-center justify-end gap-3">
      <span className="figures text-sm text-muted-foreground">{t('page', { page, pages })}</span>
      <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <Button variant="outline" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </div>
  )
}
