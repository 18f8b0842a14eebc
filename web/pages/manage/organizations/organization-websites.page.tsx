import { staffLink } from '#modules/catalogue/entry.ts'
import CopyReferral from '#modules/catalogue/websites/copy-referral.island.tsx'
import { courseWebsites } from '#modules/catalogue/websites/course-websites.grid.ts'
import { fetchOrganizationWebsites } from '#modules/catalogue/websites/fetch-websites.ts'
import GridIsland from '#platform/grid/grid.island.tsx'
import { type GridData, loadGrid } from '#platform/grid/grid-data.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff, userOf } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink, Unseen } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { orgTexts } from './organization.texts.ts'
import { findOrg, type Org, OrgShell, orgAddress } from './organization-shell.tsx'
import { ownDomainTexts } from './own-domain.texts.ts'
import { ownSiteTexts } from './own-sites.texts.ts'
import { signInPageTexts } from './sign-in.texts.ts'

type PageData = {
  org: Org
  websites: Awaited<ReturnType<typeof fetchOrganizationWebsites.run>>['websites']
  sold: GridData
  own: string
  can: { add: boolean; update: boolean; own: boolean; sign_in: boolean }
}

/** The organization's websites, with their prices and links. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/websites',
  title: orgTexts.websites,
  may: staff(['MANAGE_WEBSITES:READ', 'MANAGE_ORGANIZATION:READ']),
  layout: BackOfficeLayout,
  async load(input): Promise<PageData | PageRedirect> {
    const { ctx, params } = input
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { organization_id } = org
    const [{ websites }, sold] = await Promise.all([
      fetchOrganizationWebsites.run(ctx, { organization_id }),
      loadGrid(courseWebsites, input, organization_id),
    ])
    const { user_id, role } = userOf(ctx)
    const link = staffLink(ctx, org.code, {
      cart: [],
      user_id,
      role: role === 'Instructor' ? 'instructor' : 'administrator',
    })
    const can = {
      add: holds(ctx.actor, 'MANAGE_WEBSITES:CREATE'),
      update: holds(ctx.actor, 'MANAGE_WEBSITES:UPDATE'),
      own: holds(ctx.actor, 'MANAGE_WEBSITES:READ'),
      sign_in: role === 'Admin',
    }
    return { org, websites, sold, own: link, can }
  },
  view: (data) => <WebsitesTab loaded={data} />,
})

function WebsitesTab({ loaded }: { loaded: PageData }) {
  const t = useTexts(orgTexts)
  const sites = useTexts(ownSiteTexts)
  const provider = useTexts(signInPageTexts)
  const { org, websites, sold, own, can } = loaded
  const add = can.add && <LinkButton href={orgAddress(org, 'websites/new')}>{t('add')}</LinkButton>
  const home = can.update && (
    <LinkButton href={orgAddress(org, 'websites/home')} variant="outline">
      {t('homePage')}
    </LinkButton>
  )
  const signIn = can.sign_in && (
    <LinkButton href={orgAddress(org, 'sign-in')} variant="outline">
      {provider('title')}
    </LinkButton>
  )
  const domains = useTexts(ownDomainTexts)
  const domain = can.own && (
    <LinkButton href={orgAddress(org, 'websites/domain')} variant="outline">
      {domains('title')}
    </LinkButton>
  )
  const ownSites = can.own && (
    <LinkButton href={orgAddress(org, 'websites/own')} variant="outline">
      {sites('title')}
    </LinkButton>
  )
  return (
    <OrgShell
      org={org}
      tab="websites"
      actions={
        <>
          {home}
          {domain}
          {ownSites}
          {signIn}
          {add}
        </>
      }
    >
      {websites.length === 0 ? (
        <Empty title={t('noWebsites')} action={add}>
          {t('noWebsitesLead')}
        </Empty>
      ) : (
        <>
          <Websites loaded={loaded} />
          <section className="grid grid-cols-1 gap-3">
            <h2 className="text-lg font-semibold">{sold.title}</h2>
            <GridIsland data={sold} />
          </section>
        </>
      )}
      <Panel title={t('yourLink')} className="max-w-3xl">
        <p className="mb-2 text-muted-foreground">{t('yourLinkLead')}</p>
        <CopyReferral link={own} />
      </Panel>
    </OrgShell>
  )
}

function Websites({ loaded: { org, websites, can } }: { loaded: PageData }) {
  const t = useTexts(orgTexts)
  return (
    <Table label={t('websites')}>
      <thead>
        <tr>
          <TableHead>{t('name')}</TableHead>
          <TableHead>{t('url')}</TableHead>
          <TableHead centred>{t('default')}</TableHead>
          <TableHead>{t('courses')}</TableHead>
          {can.update && <TableHead>{t('edit')}</TableHead>}
        </tr>
      </thead>
      <tbody>
        {websites.map(({ website_id, name, url, default_website_ind }) => (
          <tr key={website_id}>
            <TableCell className="min-w-32">{name}</TableCell>
            <TableCell className="min-w-32 break-all">{url}</TableCell>
            <TableCell className="text-center">
              {default_website_ind && (
                <>
                  <Icon name="star" className="inline size-4 text-orange-ink" />
                  <Unseen>{t('default')}</Unseen>
                </>
              )}
            </TableCell>
            <TableCell>
              <TextLink
                href={pathTo('/manage/organization/:id/websites/:website_id/courses', {
                  id: org.organization_id,
                  website_id,
                })}
                alone
              >
                {t('assign')}
                <Unseen>: {name}</Unseen>
              </TextLink>
            </TableCell>
            {can.update && (
              <TableCell>
                <TextLink
                  href={pathTo('/manage/organization/:id/websites/:website_id', {
                    id: org.organization_id,
                    website_id,
                  })}
                  alone
                >
                  {t('edit')}
                  <Unseen>: {name}</Unseen>
                </TextLink>
              </TableCell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
