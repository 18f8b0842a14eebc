import { chooseView, fetchViews, removeView, saveView } from '#modules/backoffice/views/views.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { gridList, nameOfGrid, type SavedView } from '#platform/grid/grid-keeper.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { Button, LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState, SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { localPath, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { viewPageTexts } from './views.texts.ts'

type PageData = {
  grid: string
  list: string
  /** The address of the list to return to. */
  back: string
  views: SavedView[]
  opens: number
  shares: boolean
  leaving: SavedView | null
}

/** Lists' forms add saved views here. People rename, share, choose and delete them. */
export default page({
  address: '/manage/views',
  title: viewPageTexts.title,
  may: staff(),
  layout: BackOfficeLayout,
  async load({ ctx, query }): Promise<PageData | PageRedirect> {
    const { grid } = query
    if (!grid) return redirect(pathTo('/manage/home'), { status: 302 })
    const { views, opens, shares } = await fetchViews.run(ctx, { grid })
    const leavingView = views.find(({ grid_view_id }) => String(grid_view_id) === query.remove) ?? null
    return {
      grid,
      list: listName(ctx, grid),
      back: localPath(query.back, pathTo('/manage/home')),
      views,
      opens,
      shares,
      leaving: leavingView,
    }
  },
  async submit({ ctx, form }) {
    const backHref = localPath(form.values.back, pathTo('/manage/home'))
    try {
      const { message, to } = await perform(ctx, form, backHref)
      return redirect(to, { flash: { kind: 'success', text: message ?? '' } })
    } catch (error) {
      // A refused form of a list returns to the list unchanged.
      if (!(error instanceof Refusal) || !form.values.from) throw error
      const text = error.issues[0]?.message ?? localize(ctx.locale, error.kind.text, error.params)
      return redirect(localPath(form.values.from, backHref), { flash: { kind: 'error', text } })
    }
  },
  view: (data, { form }) => <Views {...data} form={form} />,
})

function listName(ctx: Ctx, name: string): string {
  const grid = ctx
    .use(gridList)()
    .find((grid) => nameOfGrid(grid) === name)
  if (!grid) throw errors.notFound()
  return localize(ctx.locale, grid.title)
}

type ActionResult = { message?: string | undefined; to: string }

/** Performs the pressed button's action: `add`, `change:17`, `rename:17`, `remove:17`, `mine:17`, `everyone:0`. */
async function perform(ctx: Ctx, { values }: SentForm, backHref: string): Promise<ActionResult> {
  const { grid = '', query = '', name = '', prefix = '' } = values
  const [action, key = '0'] = (values.action ?? '').split(':')
  const grid_view_id = Number(key)
  const path = pathTo('/manage/views', { query: { grid, back: backHref } })
  const shared = values.shared === '1'
  switch (action) {
    case 'add': {
      const { data, message } = await saveView.run(ctx, { grid, name, query, shared })
      if (values.default === '1') await chooseView.run(ctx, { grid, grid_view_id: data.grid_view_id })
      return { message, to: withView(backHref, prefix, data.grid_view_id) }
    }
    case 'change': {
      const { message } = await saveView.run(ctx, { grid_view_id, query })
      return { message, to: withView(backHref, prefix, grid_view_id) }
    }
    case 'rename': {
      const { message } = await saveView.run(ctx, { grid_view_id, name, shared })
      return { message, to: path }
    }
    case 'remove':
      return { message: (await removeView.run(ctx, { grid_view_id })).message, to: path }
    case 'mine':
    case 'everyone': {
      const choice = { grid, grid_view_id: grid_view_id || null, everyone: action === 'everyone' }
      return { message: (await chooseView.run(ctx, choice)).message, to: path }
    }
    default:
      throw errors.notFound()
  }
}

function withView(backHref: string, prefix: string, grid_view_id: number): string {
  const [path = '', query = ''] = backHref.split('?')
  const params = new URLSearchParams(query)
  params.set(`${prefix}view`, String(grid_view_id))
  return localPath(`${path}?${params}`)
}

function Views({ form, ...data }: PageData & { form: FormState }) {
  const t = useTexts(viewPageTexts)
  const { grid, list, back, views, opens, shares, leaving } = data
  const hidden = { grid, back }
  return (
    <>
      <PageTitle>{t('titleOf', { list })}</PageTitle>
      <p className="mb-4 max-w-reading text-muted-foreground">{t('lead')}</p>
      <p className="mb-4">
        <TextLink href={back} alone>
          {t('back')}
        </TextLink>
      </p>
      <FormAlert message={form.message} />
      {leaving && <Leaving view={leaving} hidden={hidden} />}
      {views.length === 0 ? (
        <Empty title={t('empty')}>{t('emptyLead')}</Empty>
      ) : (
        <div className="grid gap-4">
          {views.map((view) => (
            <OneView key={view.grid_view_id} view={view} data={data} />
          ))}
          <form method="post" className="flex flex-wrap gap-2">
            <Hidden fields={hidden} />
            {opens > 0 && (
              <Button type="submit" name="action" value="mine:0" variant="outline" size="sm">
                {t('whole')}
              </Button>
            )}
            {shares && views.some(({ organization_default }) => organization_default) && (
              <Button type="submit" name="action" value="everyone:0" variant="outline" size="sm">
                {t('wholeForAll')}
              </Button>
            )}
          </form>
        </div>
      )}
    </>
  )
}

const Hidden = ({ fields }: { fields: Record<string, string> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

function OneView({ view, data }: { view: SavedView; data: PageData }) {
  const t = useTexts(viewPageTexts)
  const { grid, back, opens, shares } = data
  const { grid_view_id, name, shared, changeable, organization_default } = view
  const isDefault = opens === grid_view_id
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold wrap-anywhere">{name}</h2>
        <Badge tone={shared ? 'blue' : 'gray'}>{t(shared ? 'shared' : 'own')}</Badge>
        {isDefault && <Badge tone="green">{t('mine')}</Badge>}
        {organization_default && <Badge tone="green">{t('everyones')}</Badge>}
      </div>
      {/* Two forms, so that Enter in the name saves it and never chooses or deletes. */}
      {changeable && (
        <form method="post" className="mb-3 flex flex-wrap items-end gap-3">
          <Hidden fields={{ grid, back }} />
          <TextField
            name="name"
            label={t('name')}
            required
            maxLength={60}
            defaultValue={name}
            className="grid-cols-1"
          />
          {shares && <Checkbox name="shared" value="1" label={t('share')} defaultChecked={shared} />}
          <SubmitButton name="action" value={`rename:${grid_view_id}`} variant="outline">
            {t('save')}
          </SubmitButton>
        </form>
      )}
      <form method="post" className="flex flex-wrap gap-2">
        <Hidden fields={{ grid, back }} />
        <LinkButton href={withView(back, '', grid_view_id)} variant="outline" size="sm">
          {t('open')}
        </LinkButton>
        {!isDefault && (
          <Button type="submit" name="action" value={`mine:${grid_view_id}`} variant="outline" size="sm">
            {t('openForMe')}
          </Button>
        )}
        {shared && shares && !organization_default && (
          <Button type="submit" name="action" value={`everyone:${grid_view_id}`} variant="outline" size="sm">
            {t('openForAll')}
          </Button>
        )}
        {changeable && (
          <LinkButton
            href={pathTo('/manage/views', { query: { grid, back, remove: grid_view_id } })}
            variant="destructive-outline"
            size="sm"
          >
            {t('remove')}
          </LinkButton>
        )}
      </form>
    </Card>
  )
}

function Leaving({ view, hidden }: { view: SavedView; hidden: { grid: string; back: string } }) {
  const t = useTexts(viewPageTexts)
  return (
    <Panel title={t('removeTitle', { view: view.name })} className="mb-4 max-w-xl">
      <form method="post" className="grid justify-items-start gap-3">
        <Hidden fields={hidden} />
        <p>{t(view.shared ? 'removeShared' : 'removeLead')}</p>
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="action" value={`remove:${view.grid_view_id}`} variant="destructive">
            {t('remove')}
          </SubmitButton>
          <LinkButton href={pathTo('/manage/views', { query: hidden })} variant="outline">
            {t('cancel')}
          </LinkButton>
        </div>
      </form>
    </Panel>
  )
}
