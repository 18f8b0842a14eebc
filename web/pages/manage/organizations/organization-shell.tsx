import type { ReactNode } from 'react'
import { listOrganizations } from '#modules/identity/organizations/list-organizations.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type PathEnd, pathTo } from '#platform/path-to.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { orgTexts } from './organization.texts.ts'

export type Org = { organization_id: number; code: string; name: string }

/** The organization of the address in the caller's scope, or null. */
export async function findOrg(ctx: Ctx, id: string): Promise<Org | null> {
  const { data } = await listOrganizations.run(ctx, {})
  return data.find(({ organization_id }) => organization_id === Number(id)) ?? null
}

/** In working order: profile, websites, courses, then results. */
const tabNames = ['overview', 'websites', 'courses', 'suborganizations', 'payments', 'documents', 'notes'] as const
type Tab = (typeof tabNames)[number]

export const orgAddress = (
  { organization_id }: Org,
  page:
    | Tab
    | 'manager'
    | 'billing'
    | 'websites/new'
    | 'websites/domain'
    | 'websites/home'
    | 'websites/own'
    | 'sign-in' = 'websites',
  end?: PathEnd,
): string => pathTo(`/manage/organization/:id/${page}`, { id: organization_id }, end)

type ShellProps = { org: Org; tab: Tab; actions?: ReactNode; children: ReactNode }

/** The tabs of an organization. */
export function OrgShell({ org, tab, actions, children }: ShellProps) {
  const t = useTexts(orgTexts)
  const tabs = tabNames.map((name) => ({
    href: orgAddress(org, name),
    label: t(name),
    current: name === tab,
  }))
  return (
    <>
      <PageTitle
        lead={
          <>
            <TextLink href={pathTo('/manage/organizations')}>{t('organizations')}</TextLink> ·{' '}
            <span className="figures">{org.code}</span>
          </>
        }
        actions={actions}
      >
        {org.name}
      </PageTitle>
      <Tabs label={t('views')} tabs={tabs} />
      <div className="mt-5 grid grid-cols-1 gap-6">{children}</div>
    </>
  )
}
