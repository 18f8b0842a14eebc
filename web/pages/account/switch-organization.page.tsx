import { listSites, type StaffSite } from '#modules/identity/entry.ts'
import { switchOrganization } from '#modules/identity/organizations/switch-organization.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { organizationTexts } from './organization.texts.ts'

type PageData = { sites: StaffSite[]; here: number }

/** The sites where a member of staff may work. */
export default page({
  address: '/switch-organization',
  title: organizationTexts.title,
  may: staff(),
  layout: BackOfficeLayout,
  async load({ ctx }): Promise<PageData> {
    return { sites: await listSites(ctx, userOf(ctx)), here: ctx.organization.organization_id }
  },
  async submit({ ctx, form }) {
    const result = await switchOrganization.run(ctx, { org_code: form.values.org_code ?? '' })
    return redirect(result.redirect ?? pathTo('/manage'))
  },
  view: (data) => <Sites {...data} />,
})

function Sites({ sites, here }: PageData) {
  const t = useTexts(organizationTexts)
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <ul className="grid gap-2">
        {sites.map(({ organization_id, code, name }) => (
          <li
            key={organization_id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-lg border bg-card px-4 py-3"
          >
            <span className="min-w-0">
              <strong className="block truncate">{name}</strong>
              <span className="text-sm text-muted-foreground">{code}</span>
            </span>
            {organization_id === here ? (
              <span className="text-muted-foreground">{t('here')}</span>
            ) : (
              <form method="post">
                <input type="hidden" name="org_code" value={code} />
                <SubmitButton variant="outline" size="sm" aria-label={t('go', { name })}>
                  {t('go', { name: code })}
                </SubmitButton>
              </form>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
