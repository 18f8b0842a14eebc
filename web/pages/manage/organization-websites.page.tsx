import { fetchCourseWebsites, fetchOrganizationWebsites, staffLink } from '../../../modules/catalogue/index.ts'
import CopyReferral from '../../../modules/catalogue/websites/copy-referral.island.tsx'
import { formatMoney } from '../../../platform/money.ts'
import { holds, staff, userOf } from '../../../platform/permissions.ts'
import type { Locale } from '../../../platform/texts.ts'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { Icon } from '../../../platform/ui/icons.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { EmptyState, Panel, TextLink, Unseen } from '../../../platform/ui/parts.tsx'
import { Table, Td, Th } from '../../../platform/ui/table.tsx'
import { type Leave, notFound } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'
import { orgTexts } from './organization.texts.ts'
import { findOrg, type Org, OrgShell, orgAddress } from './organization-shell.tsx'

type Loaded = {
  org: Org
  websites: Awaited<ReturnType<typeof fetchOrganizationWebsites.run>>['websites']
  sold: Awaited<ReturnType<typeof fetchCourseWebsites.run>>
  after: number | null
  own: string
  can: { add: boolean; update: boolean }
}

/** Where an organization sells, at which prices, and the links that lead there. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/websites',
  title: orgTexts.websites,
  may: staff(['MANAGE_WEBSITES:READ', 'MANAGE_ORGANIZATION:READ']),
  layout: BackOfficeLayout,
  async load({ ctx, params, query }): Promise<Loaded | Leave> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { organization_id } = org
    const after = /^[1-9]\d{0,8}$/.test(query.after ?? '') ? Number(query.after) : null
    const [{ websites }, sold] = await Promise.all([
      fetchOrganizationWebsites.run(ctx, { organization_id }),
      fetchCourseWebsites.run(ctx, { organization_id, limit: 50, ...(after && { after_id: after }) }),
    ])
    const { user_id, role } = userOf(ctx)
    const own = staffLink(ctx, org.code, {
      ...{ cart: [], user_id, role: role === 'Instructor' ? 'instructor' : 'administrator' },
    })
    const can = {
      add: holds(ctx.actor, 'MANAGE_WEBSITES:CREATE'),
      update: holds(ctx.actor, 'MANAGE_WEBSITES:UPDATE'),
    }
    return { org, websites, sold, after, own, can }
  },
  view: (loaded, { locale }) => <WebsitesTab loaded={loaded} locale={locale} />,
})

function WebsitesTab({ loaded, locale }: { loaded: Loaded; locale: Locale }) {
  const t = useTexts(orgTexts)
  const { org, websites, own, can } = loaded
  const add = can.add && <LinkButton href={orgAddress(org, 'websites/new')}>{t('add')}</LinkButton>
  return (
    <OrgShell org={org} tab="websites" actions={add}>
      {websites.length === 0 ? (
        <EmptyState title={t('noWebsites')} action={add}>
          {t('noWebsitesLead')}
        </EmptyState>
      ) : (
        <>
          <Websites loaded={loaded} />
          <CourseWebsites loaded={loaded} locale={locale} />
        </>
      )}
      <Panel title={t('yourLink')} className="max-w-3xl">
        <p className="mb-2 text-muted">{t('yourLinkLead')}</p>
        <CopyReferral link={own} label={own} title={t('referral')} />
      </Panel>
    </OrgShell>
  )
}

function Websites({ loaded: { org, websites, can } }: { loaded: Loaded }) {
  const t = useTexts(orgTexts)
  return (
    <Table label={t('websites')}>
      <thead>
        <tr>
          <Th>{t('name')}</Th>
          <Th>{t('url')}</Th>
          <Th centred>{t('default')}</Th>
          <Th>{t('courses')}</Th>
          {can.update && <Th>{t('edit')}</Th>}
        </tr>
      </thead>
      <tbody>
        {websites.map(({ website_id, name, url, default_website_ind }) => (
          <tr key={website_id}>
            <Td className="min-w-32">{name}</Td>
            <Td className="min-w-32 break-all">{url}</Td>
            <Td className="text-center">
              {default_website_ind && (
                <>
                  <Icon name="star" className="inline size-4 text-orange-ink" />
                  <Unseen>{t('default')}</Unseen>
                </>
              )}
            </Td>
            <Td>
              <TextLink href={orgAddress(org, `websites/${website_id}/courses`)} alone>
                {t('assign')}
                <Unseen>: {name}</Unseen>
              </TextLink>
            </Td>
            {can.update && (
              <Td>
                <TextLink href={orgAddress(org, `websites/${website_id}`)} alone>
                  {t('edit')}
                  <Unseen>: {name}</Unseen>
                </TextLink>
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function CourseWebsites({ loaded: { org, sold, after }, locale }: { loaded: Loaded; locale: Locale }) {
  const t = useTexts(orgTexts)
  const money = (dollars: number | null) => (dollars === null ? '—' : formatMoney(Math.round(dollars * 100), locale))
  return (
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">{t('courseWebsites')}</h2>
      <Table label={t('courseWebsites')}>
        <thead>
          <tr>
            <Th>{t('website')}</Th>
            <Th>{t('course')}</Th>
            <Th>{t('url')}</Th>
            <Th numeric>{t('coursePrice')}</Th>
            <Th numeric>{t('adminPrice')}</Th>
            <Th numeric>{t('minPrice')}</Th>
            <Th numeric>{t('maxPrice')}</Th>
          </tr>
        </thead>
        <tbody>
          {sold.websites.map((row) => (
            <tr key={row.course_website_id}>
              <Td className="min-w-40">{row.name}</Td>
              <Td className="min-w-48">{row.course_name}</Td>
              <Td className="min-w-56">
                <CopyReferral link={row.referral_link} label={row.referral_link} title={t('referral')} />
              </Td>
              <Td numeric>{money(row.course_price)}</Td>
              <Td numeric>{money(row.admin_fee)}</Td>
              <Td numeric>{money(row.min_course_price)}</Td>
              <Td numeric>{money(row.max_course_price)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="flex flex-wrap justify-end gap-2">
        {after && (
          <LinkButton look="secondary" href={orgAddress(org)}>
            {t('first')}
          </LinkButton>
        )}
        {sold.after_id !== null && (
          <LinkButton look="secondary" href={`${orgAddress(org)}?after=${sold.after_id}`}>
            {t('next')}
          </LinkButton>
        )}
      </p>
    </div>
  )
}
