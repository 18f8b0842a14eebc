import { bannerTexts } from '#modules/settings/banners/banner.texts.ts'
import { fetchBanners } from '#modules/settings/banners/fetch-banners.ts'
import { saveBanners } from '#modules/settings/banners/save-banners.ts'
import { type BannerDraft, type BannerGroup, bannerGroups } from '#modules/settings/entry.ts'
import { noticeTexts } from '#modules/settings/notices/notice.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { type FormState, type InvalidForm, invalid } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { zoneOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { type AnnouncementDraft, announcedBy, blankDraft, draftIn, draftOf } from './announcement-draft.ts'
import { AnnouncementFields } from './announcement-fields.tsx'

const pagePath = pathTo('/manage/settings/banners')
type PageData = { group: BannerGroup; draft: AnnouncementDraft; formatted: boolean }

/** The banners of all groups of people in one form. */
export default page({
  address: '/manage/settings/banners',
  title: bannerTexts.title,
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  layout: BackOfficeLayout,
  load: ({ ctx }) => load(ctx),
  submit: ({ ctx, form }) => submit(ctx, form.values),
  view: (banners, { form }) => <Banners banners={banners} form={form} />,
})

async function load(ctx: Ctx): Promise<PageData[]> {
  const { banners } = await fetchBanners.run(ctx, {})
  const drafts: BannerDraft[] = JSON.parse(banners)
  return bannerGroups.map((group) => {
    const groupBanner = drafts.find((banner) => banner.group === group)
    const draft = groupBanner ? draftOf(groupBanner, zoneOf(ctx)) : blankDraft
    return { group, draft, formatted: groupBanner !== undefined && draft.message === '' }
  })
}

/** A group whose messages are both empty has no banner. */
async function submit(ctx: Ctx, values: Readonly<Record<string, string>>): Promise<PageRedirect | InvalidForm> {
  const groups = bannerGroups.filter((group) => {
    const { message, spanish, more } = draftIn(values, `${group}.`)
    return [message, spanish, ...Object.values(more)].some((text) => text.trim() !== '')
  })
  const banners = groups.map((group) => ({ group, ...announcedBy(draftIn(values, `${group}.`), zoneOf(ctx)) }))
  try {
    const { message = '' } = await saveBanners.run(ctx, { banners })
    return redirect(pagePath, { flash: { kind: 'success', text: message } })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusal(ctx, error, groups)
  }
}

/** Issues of the list appear at their group's fields. */
function refusal({ locale }: Ctx, { issues }: Refusal, groups: readonly BannerGroup[]): InvalidForm {
  const errors = Object.fromEntries(
    issues.map(({ path, message }) => {
      const [, at, ...name] = path.split('.')
      return [`${groups[Number(at)]}.${name.join('.')}`, message]
    }),
  )
  const message = issues.map((issue) => issue.message).join(' ')
  return invalid(errors, localText(locale, bannerTexts, 'failed', { message }))
}

function Banners({ banners, form }: { banners: readonly PageData[]; form: FormState }) {
  const t = useTexts(bannerTexts)
  const n = useTexts(noticeTexts)
  return (
    <form method="post" className="grid max-w-2xl gap-4">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      {banners.map(({ group, draft, formatted }) => (
        <Panel key={group} title={t(group)}>
          <div className="grid gap-4">
            {formatted && <Alert variant="attention">{n('formatted')}</Alert>}
            <AnnouncementFields initial={draft} form={form} prefix={`${group}.`} />
          </div>
        </Panel>
      ))}
      <p className="text-muted-foreground">{t('emptyHint')}</p>
      <BusySubmit label={t('save')} busyLabel={n('saving')} />
    </form>
  )
}
