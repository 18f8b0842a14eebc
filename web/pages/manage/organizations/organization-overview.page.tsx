import { type OrganizationStep, openSteps } from '#modules/backoffice/entry.ts'
import { saveOrganizationProfile } from '#modules/backoffice/organizations/change-organizations.ts'
import { codeInSite } from '#modules/backoffice/organizations/code-in-site.shared.ts'
import { fetchOrganizationProfile } from '#modules/backoffice/organizations/fetch-organizations.ts'
import Tiles from '#modules/backoffice/tiles/tiles.island.tsx'
import { fetchOrganizationTiles, fetchTileTypes, type Tile } from '#modules/backoffice/tiles/tiles.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { Panel } from '#platform/ui/card.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { TextLink, Unseen } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { logoForm, logoOf } from './logo-input.ts'
import { OrganizationChecklist } from './organization-checklist.tsx'
import { findOrg, type Org, OrgShell, orgAddress } from './organization-shell.tsx'
import { profileTexts } from './profile-form.texts.ts'
import { ProfileForm } from './profile-form.tsx'
import { profileInput } from './profile-input.ts'

type Profile = Awaited<ReturnType<typeof fetchOrganizationProfile.run>>['data']
type TileKinds = Awaited<ReturnType<typeof fetchTileTypes.run>>['dashboardTileTypes']
type PageData = {
  org: Org
  profile: Profile
  open: readonly OrganizationStep[]
  site: string
  tiles: Tile[]
  types: TileKinds
  canChange: boolean
  canOpenStaff: boolean
}

/** An organization's profile, addresses, contacts, brand and staff. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/overview',
  title: profileTexts.overview,
  may: staff('MANAGE_ORGANIZATION:READ'),
  layout: BackOfficeLayout,
  max_form: logoForm,
  async load({ ctx, params }) {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { organization_id } = org
    const [{ data: profile }, { dashboardTile: tiles }, { dashboardTileTypes: types }] = await Promise.all([
      fetchOrganizationProfile.run(ctx, { organization_id }),
      fetchOrganizationTiles.run(ctx, { organization_id }),
      fetchTileTypes.run(ctx, { application_path: 'organizationdetail' }),
    ])
    const canChange = holds(ctx.actor, 'MANAGE_ORGANIZATION:UPDATE')
    const open = canChange ? await openSteps(ctx, profile) : []
    return {
      org,
      profile,
      open,
      site: ctx.use(siteUrlPort)(codeInSite, '/'),
      tiles,
      types,
      canChange,
      canOpenStaff: holds(ctx.actor, 'MANAGE_INSTRUCTORS:READ'),
    }
  },
  async submit({ ctx, params, url, form }) {
    const logo = await logoOf(ctx, Number(params.id), form)
    const { message = '' } = await saveOrganizationProfile.run(ctx, {
      organization_id: params.id,
      ...profileInput(form, logo),
    })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (loaded: PageData, { form }) => <Overview loaded={loaded} form={form} />,
})

function Overview({
  loaded: { org, profile, open, site, tiles, types, canChange, canOpenStaff },
  form,
}: {
  loaded: PageData
  form: FormState
}) {
  const t = useTexts(profileTexts)
  const locale = useLocale()
  const { organizationInstructors: instructors, recruiter } = profile
  return (
    <OrgShell org={org} tab="overview">
      <Tiles
        application_path="organizationdetail"
        first={tiles}
        types={types}
        subject={{ organization_id: org.organization_id }}
      />
      <fieldset disabled={!canChange} className="contents">
        <ProfileForm
          profile={profile}
          site={site}
          form={form}
          manager={orgAddress(org, 'manager')}
          aside={<OrganizationChecklist open={open} org={org} />}
        />
      </fieldset>
      <Panel title={t('instructors')} className="max-w-3xl">
        {instructors.length === 0 && <p className="text-muted-foreground">{t('noPeople')}</p>}
        <ul>
          {instructors.map(({ user_id, first_name, last_name, email }) => (
            <li key={user_id}>
              <StaffName user_id={user_id} name={`${first_name} ${last_name}`.trim() || email} opens={canOpenStaff} /> ·{' '}
              {email}
            </li>
          ))}
        </ul>
      </Panel>
      {recruiter.length > 0 && (
        <Panel title={t('recruiters')} className="max-w-3xl">
          <ul>
            {recruiter.map(({ recruiter_id, user_id, first_name, last_name, recruiter_code, recruiter_fee }) => (
              <li key={recruiter_id}>
                {t('recruiterLine', {
                  name: `${first_name} ${last_name}`.trim(),
                  code: recruiter_code || '—',
                  fee: formatMoney(toCents(recruiter_fee), locale),
                })}{' '}
                {canOpenStaff && (
                  <TextLink href={accountOf(user_id)}>
                    {t('editRecruiter')}
                    <Unseen>: {`${first_name} ${last_name}`.trim()}</Unseen>
                  </TextLink>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </OrgShell>
  )
}

const accountOf = (user_id: number) => pathTo('/manage/instructor/:id/account', { id: user_id })

/** A staff member, linked to the account page, where their organizations are assigned. */
const StaffName = ({ user_id, name, opens }: { user_id: number; name: string; opens: boolean }) =>
  opens ? <TextLink href={accountOf(user_id)}>{name}</TextLink> : name
