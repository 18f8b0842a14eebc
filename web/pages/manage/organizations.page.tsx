import { listOrganizations } from '../../../modules/identity/index.ts'
import { staff } from '../../../platform/permissions.ts'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { PageTitle, TextLink } from '../../../platform/ui/parts.tsx'
import { Table, Td, Th } from '../../../platform/ui/table.tsx'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'
import { orgTexts } from './organization.texts.ts'
import { type Org, orgAddress } from './organization-shell.tsx'

/** The organizations within reach, each with the way to its courses and websites. */
export default page({
  address: '/manage/organizations',
  title: orgTexts.organizations,
  may: staff('MANAGE_ORGANIZATION:READ'),
  layout: BackOfficeLayout,
  load: async ({ ctx }) => (await listOrganizations.run(ctx, {})).data,
  view: (organizations) => <Organizations organizations={organizations} />,
})

function Organizations({ organizations }: { organizations: readonly Org[] }) {
  const t = useTexts(orgTexts)
  return (
    <>
      <PageTitle>{t('organizations')}</PageTitle>
      <Table label={t('organizations')}>
        <thead>
          <tr>
            <Th>{t('code')}</Th>
            <Th>{t('organization')}</Th>
          </tr>
        </thead>
        <tbody>
          {organizations.map((org) => (
            <tr key={org.organization_id}>
              <Td className="figures">{org.code}</Td>
              <Td>
                <TextLink href={orgAddress(org)}>{org.name}</TextLink>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
