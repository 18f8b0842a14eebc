import { billingTexts } from '#modules/checkout/payments/billing/billing.texts.ts'
import { getBillingPage } from '#modules/checkout/payments/billing/billing-methods.ts'
import { staff } from '#platform/permissions.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { findOrg, type Org, orgAddress } from './organization-shell.tsx'

type PageData = { org: Org; token: string; url: string }

/** Opens the gateway's page for an organization by a form, because that page accepts its token only as a form field. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/billing',
  title: billingTexts.manage,
  may: staff(
    ['MANAGE_PAYMENT_METHODS:CREATE', 'MANAGE_PAYMENT_METHODS:UPDATE', 'MANAGE_PAYMENT_METHODS:DELETE'],
    'every',
  ),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData | PageRedirect> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { token, url } = await getBillingPage.run(ctx, { organization_id: org.organization_id })
    return { org, token, url }
  },
  csp: ({ url }) => ({ form: [new URL(url).origin] }),
  view: (data) => <Leave {...data} />,
})

function Leave({ org, token, url }: PageData) {
  const t = useTexts(billingTexts)
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={orgAddress(org, 'payments')} alone>
          ‹ {org.name}
        </TextLink>
      </p>
      <PageTitle lead={t('leaving')}>{t('manage')}</PageTitle>
      <form method="post" action={url}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton size="lg">{t('toProvider')}</SubmitButton>
      </form>
    </>
  )
}
