import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { cn } from '#platform/ui/cn.ts'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { menuItemClasses, PopoverContent, PopoverTrigger } from '#platform/ui/popover.tsx'
import { gridWords } from './grid.texts.ts'
import type { GridData, ViewMeta } from './grid-data.ts'
import { type GridState, hrefOf, viewQueryOf } from './grid-state.shared.ts'

type Props = { data: GridData; state: GridState }

/** The button with the saved views. Their links load the page, because only the server knows the views' contents. */
export function GridViews({ data, state }: Props) {
  const t = useTexts(gridWords)
  const { prefix, views } = data
  const open = views.find(({ id }) => id === state.view)
  const plain = hrefOf(data, { ...emptyState(state), view: 0 })
  return (
    <>
      <PopoverTrigger opens={`${prefix}grid-views`} variant="outline">
        <span className="max-w-48 truncate">{open ? open.name : t('views')}</span>
        {open && state.edited && <span className="font-normal">({t('viewChanged')})</span>}
      </PopoverTrigger>
      <PopoverContent id={`${prefix}grid-views`} className="max-h-[70dvh] overflow-y-auto sm:w-88">
        <ul>
          <ViewLink href={plain} current={!open} opens={!views.some(({ opens }) => opens)}>
            {t('viewAll')}
          </ViewLink>
          {views.map((view) => (
            <ViewLink
              key={view.id}
              href={viewHref(data, view)}
              current={view === open}
              shared={view.shared}
              opens={view.opens}
            >
              {view.name}
            </ViewLink>
          ))}
        </ul>
        <SaveView data={data} state={state} open={open} />
      </PopoverContent>
    </>
  )
}

type LinkProps = { href: string; current: boolean; shared?: boolean; opens: boolean; children: string }

function ViewLink({ href, current, shared = false, opens, children }: LinkProps) {
  const t = useTexts(gridWords)
  const notes = [...(shared ? [t('viewShared')] : []), ...(opens ? [t('viewDefault')] : [])]
  return (
    <li>
      <a
        href={href}
        data-reload
        aria-current={current ? 'true' : undefined}
        className={cn(menuItemClasses, 'text-foreground', current && 'bg-accent text-accent-foreground')}
      >
        <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
        {notes.length > 0 && <span className="text-sm text-muted-foreground">{notes.join(', ')}</span>}
      </a>
    </li>
  )
}

const emptyState = (state: GridState): GridState => ({
  ...state,
  limit: 10,
  offset: 0,
  after_id: '',
  sort_by: '',
  search: '',
  show: '',
  filters: {},
  columns: null,
  edited: false,
})

const viewHref = (data: GridData, { id }: ViewMeta): string => hrefOf(data, { ...emptyState(data.state), view: id })

/** Saves the current list under a name. */
function SaveView({ data, state, open }: Props & { open: ViewMeta | undefined }) {
  const t = useTexts(gridWords)
  const { prefix, grid } = data
  const back = hrefOf(data, { ...emptyState(state), view: null })
  const managed = pathTo('/manage/views', { query: { grid, back } })
  const fields = { grid, back, prefix, from: hrefOf(data, state), query: viewQueryOf(state) }
  return (
    <form method="post" action={managed} className="mt-1.5 grid gap-3 border-t px-2 pt-3 pb-2">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField name="name" label={t('viewName')} required maxLength={60} autoComplete="off" className="grid-cols-1" />
      {data.shares && <Checkbox name="shared" value="1" label={t('viewShare')} />}
      <Checkbox name="default" value="1" label={t('viewOpen')} />
      {/* Enter presses the first button of a form. */}
      <SubmitButton name="action" value="add" variant="outline" size="sm">
        {t('viewSave')}
      </SubmitButton>
      {open?.changeable && state.edited && (
        <Button type="submit" name="action" value={`change:${open.id}`} formNoValidate size="sm">
          {t('viewSaveChanges', { view: open.name })}
        </Button>
      )}
      <a href={managed} className="min-h-9 content-center text-sm underline">
        {t('viewManage')}
      </a>
    </form>
  )
}

/** Explains which parts of a view the list cannot show, and how to restore a changed view. */
export function ViewNotice({ data, state }: Props) {
  const t = useTexts(gridWords)
  if (data.view_gone) return <Alert variant="attention">{t('viewGone')}</Alert>
  const open = data.views.find(({ id }) => id === state.view)
  if (!open || data.missing.length === 0) return null
  return <Alert variant="attention">{t('viewMissing', { view: open.name, names: data.missing.join(', ') })}</Alert>
}
