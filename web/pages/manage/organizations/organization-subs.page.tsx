import { fetchSubOrganizations } from '#modules/backoffice/organizations/fetch-organizations.ts'
import { lk_organization_status } from '#modules/identity/lookups.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { orgTexts } from './organization.texts.ts'
import { findOrg, type Org, OrgShell, orgAddress } from './organization-shell.tsx'
import { profileTexts } from './profile-form.texts.ts'

type Subs = Awaited<ReturnType<typeof fetchSubOrganizations.run>>
type PageData = { org: Org; subs: Subs; offset: number; canAdd: boolean }
const pageSize = 100

/** The organizations right below one. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/suborganizations',
  title: profileTexts.suborganizations,
  may: staff('MANAGE_ORGANIZATION:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params, query }): Promise<PageData | PageRedirect> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const offset = /^\d{1,5}$/.test(query.offset ?? '') ? Number(query.offset) : 0
    const { organization_id } = org
    const subs = await fetchSubOrganizations.run(ctx, { organization_id, limit: pageSize, offset })
    return { org, subs, offset, canAdd: holds(ctx.actor, 'MANAGE_ORGANIZATION:CREATE') }
  },
  view: (data) => <Subs loaded={data} />,
})

function Subs({ loaded: { org, subs, offset, canAdd } }: { loaded: PageData }) {
  const t = useTexts(profileTexts)
  const words = useTexts(orgTexts)
  const add = canAdd && (
    <LinkButton href={pathTo('/manage/organizations/new', { query: { parent: org.organization_id } })}>
      {t('addSub')}
    </LinkButton>
  )
  const { organizations, count } = subs
  return (
    <OrgShell org={org} tab="suborganizations" actions={add}>
      {organizations.length === 0 && <Empty title={t('noSubs')}>{t('noSubsLead')}</Empty>}
      {organizations.length > 0 && (
        <Table label={t('suborganizations')}>
          <thead>
            <tr>
              <TableHead>{t('subOrganization')}</TableHead>
              <TableHead>{t('manager')}</TableHead>
              <TableHead>{t('code')}</TableHead>
              <TableHead>{t('status')}</TableHead>
            </tr>
          </thead>
          <tbody>
            {organizations.map((sub) => (
              <tr key={sub.organization_id}>
                <TableCell>
                  <TextLink href={pathTo('/manage/organization/:id/overview', { id: sub.organization_id })}>
                    {sub.org_name}
                  </TextLink>
                </TableCell>
                <TableCell>{`${sub.first_name} ${sub.last_name}`.trim() || '—'}</TableCell>
                <TableCell className="figures">{sub.code}</TableCell>
                <TableCell>
                  <LookupBadge lookup={lk_organization_status} id={sub.lk_organization_status_id} />
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {offset + organizations.length < count && (
        <p>
          <TextLink href={orgAddress(org, 'suborganizations', { query: { offset: offset + pageSize } })} alone>
            {words('suborganizations')} ›
          </TextLink>
        </p>
      )}
    </OrgShell>
  )
}
