import { getAcceptCustomerProfilePage } from '#modules/checkout/payments/methods/get-profile-page.ts'
import { methodTexts } from '#modules/checkout/payments/methods/payment-methods.texts.ts'
import { student } from '#platform/permissions.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import type { PageRedirect } from '#platform/web/page-redirect.ts'
import { toProof } from './enter.ts'
import { OwnLayout } from './own-layout.tsx'

type HostedPage = { token: string; url: string }

/** Leads to the gateway's own page of saved cards, which accepts its token only from a form. */
export default page({
  address: '/settings/cards/manage',
  title: methodTexts.manage,
  may: student,
  layout: OwnLayout,
  load: ({ ctx, url }): Promise<HostedPage | PageRedirect> =>
    getAcceptCustomerProfilePage.run(ctx, {}).then(
      (hosted) => ({ token: hosted.token, url: hosted.url }),
      (error) => toProof(error, url),
    ),
  csp: ({ url }) => ({ form: [new URL(url).origin] }),
  view: (hosted) => <Manage {...hosted} />,
})

function Manage({ token, url }: HostedPage) {
  const t = useTexts(methodTexts)
  return (
    <>
      <PageTitle lead={t('leaving')}>{t('manage')}</PageTitle>
      <form method="post" action={url}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton size="lg">{t('toProvider')}</SubmitButton>
      </form>
    </>
  )
}
