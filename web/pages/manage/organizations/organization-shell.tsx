import type { ReactNode } from 'react'
import { listOrganizations } from '../../../../modules/identity/index.ts'
import { timeZoneTexts } from '../../../../modules/identity/organizations/time-zone.texts.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { holds } from '../../../../platform/permissions.ts'
import { useTexts } from '../../../../platform/ui/locale.tsx'
import { PageTitle, TextLink } from '../../../../platform/ui/parts.tsx'
import { Tabs } from '../../../../platform/ui/tabs.tsx'
import { orgTexts } from './organization.texts.ts'

export type Org = { organization_id: number; code: string; name: string; can: { update: boolean } }

/** The organization of the address within the caller's reach, or null. */
export async function findOrg(ctx: Ctx, id: string): Promise<Org | null> {
  const { data } = await listOrganizations.run(ctx, {})
  const found = data.find(({ organization_id }) => organization_id === Number(id))
  return found ? { ...found, can: { update: holds(ctx.actor, 'MANAGE_ORGANIZATION:UPDATE') } } : null
}

export const orgAddress = ({ organization_id }: Org, rest = 'websites') =>
  `/manage/organization/${organization_id}/${rest}`

type Tab = 'overview' | 'courses' | 'websites' | 'suborganizations' | 'time-zone'
type ShellProps = { org: Org; tab: Tab; actions?: ReactNode; children: ReactNode }

/** The tabs of an organization. */
export function OrgShell({ org, tab, actions, children }: ShellProps) {
  const t = useTexts(orgTexts)
  const say = useTexts(timeZoneTexts)
  const labels = {
    overview: t('overview'),
    courses: t('courses'),
    websites: t('websites'),
    suborganizations: t('suborganizations'),
    ...(org.can.update && { 'time-zone': say('title') }),
  }
  const tabs = Object.entries(labels).map(([name, label]) => ({
    href: orgAddress(org, name),
    label,
    current: name === tab,
  }))
  return (
    <>
      <PageTitle
        lead={
          <>
            <TextLink href="/manage/organizations">{t('organizations')}</TextLink> ·{' '}
            <span className="figures">{org.code}</span>
          </>
        }
        actions={actions}
      >
        {org.name}
      </PageTitle>
      <Tabs label={t('views')} tabs={tabs} />
      <div className="mt-5 grid gap-6">{children}</div>
    </>
  )
}
